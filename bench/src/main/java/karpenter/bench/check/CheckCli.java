package karpenter.bench.check;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;

/// `CheckCli WORKLOAD_DIRECTORY PLACEMENT_FILE [--node-cost=X] [--json]`
///
/// Exit code 0: sound. 1: faults were found. 2: the input could not be read.
public final class CheckCli {
  private static final int SHOWN_PER_CODE = 10;
  private static final String NODE_COST = "--node-cost=";

  private CheckCli() {}

  public static void main(String[] arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  static int run(List<String> arguments, PrintStream out, PrintStream err) {
    var files = arguments.stream().filter(argument -> !argument.startsWith("--")).toList();
    if (files.size() != 2) {
      err.println("usage: check WORKLOAD_DIRECTORY PLACEMENT_FILE [--node-cost=X] [--json]");
      return 2;
    }
    try {
      var report =
          Checker.check(Path.of(files.getFirst()), Path.of(files.getLast()), nodeCost(arguments));
      if (arguments.contains("--json")) printJson(report, out);
      else printText(report, out);
      return report.faults().isEmpty() ? 0 : 1;
    } catch (IOException | IllegalArgumentException unreadable) {
      err.println("cannot read the input: " + unreadable.getMessage());
      return 2;
    }
  }

  /// Nothing unless told: a placement does not say with which cost it was made.
  private static double nodeCost(List<String> arguments) {
    double cost = 0;
    for (var argument : arguments)
      if (argument.startsWith(NODE_COST))
        cost = Double.parseDouble(argument.substring(NODE_COST.length()));
    if (!(cost >= 0 && cost < Double.POSITIVE_INFINITY))
      throw new IllegalArgumentException(
          "found %s%s, expected dollars an hour, 0 or more".formatted(NODE_COST, cost));
    return cost;
  }

  private static void printText(Report report, PrintStream out) {
    out.printf(
        "price %s, cost %s, nodes %d, preference weight %d, soft spreads met %d, unplaced %d%n",
        report.price(),
        report.cost(),
        report.nodes(),
        report.preferenceWeight(),
        report.softSpreadsMet(),
        report.unplaced());
    if (report.faults().isEmpty()) out.println("no fault");
    report
        .faultsByCode()
        .forEach(
            (code, count) -> {
              out.printf("%s: %d%n", code.text(), count);
              report.faults().stream()
                  .filter(fault -> fault.code() == code)
                  .limit(SHOWN_PER_CODE)
                  .forEach(fault -> out.printf("  %s: %s%n", fault.subject(), fault.sentence()));
            });
  }

  private static void printJson(Report report, PrintStream out) throws IOException {
    var object = new LinkedHashMap<String, Object>();
    object.put("price", report.price());
    object.put("cost", report.cost());
    object.put("nodes", report.nodes());
    object.put("preference_weight", report.preferenceWeight());
    object.put("soft_spreads_met", report.softSpreadsMet());
    object.put("unplaced", report.unplaced());
    object.put("faults", report.faults().stream().map(Fault::toString).toList());
    out.println(new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsString(object));
  }
}
