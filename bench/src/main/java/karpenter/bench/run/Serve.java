package karpenter.bench.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import karpenter.bench.workload.WorkloadDirectory;

/// `serve DIR`: our side of the line protocol that [ProcessContender] speaks.
public final class Serve {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Serve() {}

  public static void main(String[] arguments) throws IOException {
    var out = System.out;
    // Anything the engine prints would break the protocol.
    System.setOut(System.err);
    var workload = WorkloadDirectory.read(Path.of(arguments[0]));
    try (var contender = Ours.of(workload)) {
      serve(
          contender,
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII)),
          out);
    }
  }

  static void serve(Contender contender, BufferedReader commands, PrintStream out)
      throws IOException {
    answer(Map.of("ready", contender.name()), out);
    for (var line = commands.readLine(); line != null; line = commands.readLine()) {
      switch (line) {
        case "go" -> answer(contender.solve(), out);
        case "quit" -> {
          return;
        }
        default ->
            throw new IOException("found command \"" + line + "\", expected \"go\" or \"quit\"");
      }
    }
  }

  private static void answer(Object value, OutputStream out) throws IOException {
    out.write(JSON.writeValueAsBytes(value));
    out.write('\n');
    out.flush();
  }
}
