package karpenter.app.simulate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.api.Json;
import karpenter.simulator.trace.Percentiles;
import karpenter.simulator.trace.Played;

/// For programs. The fields are described in docs/commands/simulate.md.
final class JsonReport {
  private static final double MILLIONTH = 1e6;

  private JsonReport() {}

  static String render(SimulationReport report) {
    var tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("trace", report.trace())
            .put("seed", report.seed());
    var configurations = tree.putArray("configurations");
    report.played().forEach(one -> configurations.add(played(one)));
    try {
      return Json.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can be written", e);
    }
  }

  private static ObjectNode played(Played played) {
    var tree =
        JsonNodeFactory.instance
            .objectNode()
            .put("name", played.setup())
            .put("seconds", played.length().toSeconds())
            .put("cost", rounded(played.cost()))
            .put("nodeCost", rounded(played.nodeCost()));
    var machines = tree.putObject("machines");
    machines
        .put("launched", played.machines().launched())
        .put("ended", played.machines().ended())
        .put("atTheEnd", played.machines().atTheEnd())
        .put("atMost", played.machines().atMost())
        .put("killed", played.machines().killed())
        .put("hours", rounded(played.machines().hours()))
        .put("coresUsed", rounded(played.machines().used()));
    var types = machines.putObject("launchedByType");
    played.machines().launchedByType().forEach(types::put);
    tree.putObject("pods")
        .put("arrived", played.pods().arrived())
        .put("done", played.pods().done())
        .put("givenUp", played.pods().givenUp())
        .put("running", played.pods().running())
        .put("waiting", played.pods().waiting())
        .put("evicted", played.pods().evicted())
        .put("lost", played.pods().lost());
    tree.set("firstWaitSeconds", percentiles(played.first()));
    tree.set("laterWaitSeconds", percentiles(played.again()));
    var decisions = tree.putObject("decisions");
    played.decisions().forEach(decisions::put);
    var refused = tree.putObject("refused");
    played.refused().forEach(refused::put);
    var curves =
        tree.putObject("curves")
            .put("stretchSeconds", played.curves().stretch().toMillis() / 1000.0);
    curves.set("costPerHour", numbers(played.curves().costPerHour()));
    curves.set("machines", numbers(played.curves().machines()));
    curves.set("running", numbers(played.curves().running()));
    curves.set("waiting", numbers(played.curves().waiting()));
    curves.set("coresUsed", numbers(played.curves().used()));
    return tree;
  }

  private static ObjectNode percentiles(Percentiles waits) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("count", waits.count())
        .put("p50", waits.p50())
        .put("p90", waits.p90())
        .put("p99", waits.p99())
        .put("max", waits.max());
  }

  private static ArrayNode numbers(List<Double> values) {
    var array = JsonNodeFactory.instance.arrayNode();
    values.forEach(value -> array.add(rounded(value)));
    return array;
  }

  private static double rounded(double value) {
    return Math.round(value * MILLIONTH) / MILLIONTH;
  }
}
