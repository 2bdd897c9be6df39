package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import karpenter.bench.run.Ours;
import karpenter.bench.run.Reading;
import karpenter.bench.workload.Workload;

/// `consolidate DIR [NODES-PER-COMMAND]`: our side of the lines about what to disrupt
/// (`docs/workload-format.md`).
public final class Consolidate {

  private static final ObjectMapper JSON = new ObjectMapper();

  private Consolidate() {}

  public static void main(String[] arguments) throws IOException {
    var out = System.out;
    // Anything the engine prints would break the protocol.
    System.setOut(System.err);
    var directory = Path.of(arguments[0]);
    var told = new AtomicReference<Disrupter>();
    var reading = Reading.of(directory, workload -> told.set(disrupter(workload, arguments)));
    var disrupter = told.get();
    answer(Map.of("ready", Ours.NAME, "nodes", disrupter.nodes(), "reading", reading), out);
    var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("quit")) {
        return;
      }
      answer(answerTo(disrupter, directory, line.split(" ")), out);
    }
  }

  /// @param arguments the directory, nodes in a command, and what a node costs
  private static Disrupter disrupter(Workload workload, String... arguments) {
    return new Disrupter(
        workload, Integer.parseInt(arguments[1]), Double.parseDouble(arguments[2]));
  }

  private static Object answerTo(Disrupter disrupter, Path directory, String... words)
      throws IOException {
    return switch (words[0]) {
      case "first" -> disrupter.first();
      // Ours looks at all nodes, however many were asked for.
      case "verdicts" -> disrupter.verdicts();
      case "pass" -> disrupter.pass();
      case "changes" -> disrupter.changes();
      case "judge" -> disrupter.judge(Set.copyOf(Arrays.asList(words).subList(1, words.length)));
      case "write-after-first" -> disrupter.writeAfterFirst(Path.of(words[1]));
      case "read" -> Reading.of(directory, Disrupter::new);
      case "fixed-point" -> disrupter.fixedPoint(Integer.parseInt(words[1]));
      default -> throw new IOException("found line \"" + String.join(" ", words) + "\"");
    };
  }

  private static void answer(Object value, OutputStream out) throws IOException {
    out.write(JSON.writeValueAsBytes(value));
    out.write('\n');
    out.flush();
  }
}
