package karpenter.bench.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/// `serve DIR NODE_COST`: our side of the line protocol that [ProcessContender] speaks.
public final class Serve {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Serve() {}

  public static void main(String[] arguments) throws IOException {
    var out = System.out;
    // Anything the engine prints would break the protocol.
    System.setOut(System.err);
    var directory = Path.of(arguments[0]);
    double nodeCost = Double.parseDouble(arguments[1]);
    var engine = new AtomicReference<Engine>();
    var first = Reading.of(directory, workload -> engine.set(new Engine(workload, nodeCost)));
    try (var contender = engine.get().rereading(directory)) {
      serve(
          contender,
          Optional.of(first),
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)),
          out);
    }
  }

  /// @param first what reading took, told with the first line
  static void serve(
      Contender contender, Optional<Reading> first, BufferedReader commands, PrintStream out)
      throws IOException {
    var ready = new LinkedHashMap<String, Object>(Map.of("ready", contender.name()));
    first.ifPresent(reading -> ready.put("reading", reading));
    answer(ready, out);
    for (var line = commands.readLine(); line != null; line = commands.readLine()) {
      switch (line) {
        case "go" -> answer(contender.solve(), out);
        case "read" -> answer(contender.read(), out);
        case "quit" -> {
          return;
        }
        default ->
            throw new IOException(
                "found command \"" + line + "\", expected \"go\", \"read\" or \"quit\"");
      }
    }
  }

  private static void answer(Object value, OutputStream out) throws IOException {
    out.write(JSON.writeValueAsBytes(value));
    out.write('\n');
    out.flush();
  }
}
