package karpenter.core.testkit.cases;

import static java.util.Comparator.comparing;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Placement.Unplaced;

/// A placement as text: equal texts mean equal placements, and a difference can be read.
public final class PlacementText {
  private PlacementText() {}

  public static String render(Placement placement) {
    List<String> lines = new ArrayList<>();
    int number = 0;
    for (NewNode node : placement.newNodes()) {
      lines.add("new %d: %s".formatted(number++, decision(node)));
      lines.add("  requirements " + text(node.requirements()));
      lines.add("  requests " + nonZero(node.requests()));
      if (node.minValuesRelaxed()) lines.add("  minValues relaxed");
    }
    lines.addAll(elsewhere(placement));
    lines.add("order " + names(placement.order()));
    return String.join("\n", lines);
  }

  /// Only what becomes of the pods: which go together, onto what, and which stay behind.
  public static String decisions(Placement placement) {
    List<String> lines = new ArrayList<>();
    placement.newNodes().forEach(node -> lines.add(decision(node)));
    lines.addAll(elsewhere(placement));
    return String.join("\n", lines);
  }

  private static String decision(NewNode node) {
    return "%s at %s for %s%n  types %s"
        .formatted(
            node.pool(),
            node.price(),
            names(node.pods()),
            node.types().stream()
                .map(type -> type.type() + "=" + type.price())
                .collect(Collectors.joining(" ")));
  }

  private static List<String> elsewhere(Placement placement) {
    List<String> lines = new ArrayList<>();
    placement.existing().stream()
        .sorted(comparing(NodeUse::node))
        .forEach(use -> lines.add("node %s: %s".formatted(use.node(), names(use.pods()))));
    placement.unplaced().stream()
        .sorted(comparing((Unplaced one) -> one.pod().uid()))
        .forEach(
            one ->
                lines.add(
                    "%s %s".formatted(one.deferred() ? "deferred" : "unplaced", one.pod().name())));
    return lines;
  }

  /// Every key: the usual rendering leaves the host name out.
  static String text(Requirements requirements) {
    return requirements.keys().stream()
        .map(
            key ->
                key
                    + " "
                    + requirements.get(key)
                    + (requirements.minValues(key).isPresent()
                        ? " minValues " + requirements.minValues(key).getAsInt()
                        : ""))
        .collect(Collectors.joining(", "));
  }

  private static String names(List<Pod> pods) {
    return pods.stream().map(Pod::name).collect(Collectors.joining(" "));
  }

  // For sums an absent name is zero, so the two are one thing here.
  private static Resources nonZero(Resources resources) {
    return Resources.of(
        resources.toMap().entrySet().stream()
            .filter(entry -> entry.getValue() != 0)
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }
}
