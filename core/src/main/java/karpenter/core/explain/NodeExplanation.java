package karpenter.core.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.scheduling.NodeTrace;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.scheduling.TypeSurvey;

/// Why a new node has these types, and at what price.
///
/// @param survey what narrowed the pool's types down to those listed
/// @param basis the offering the price is of
/// @param zones where some listed type may still be bought, and as which capacity types
public record NodeExplanation(
    NewNode node,
    TypeSurvey survey,
    Optional<TypeChoice> next,
    Optional<Offering> basis,
    SortedSet<String> zones,
    SortedSet<String> capacityTypes) {

  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  static NodeExplanation of(SchedulingProblem problem, NodeTrace trace) {
    var node = trace.node();
    var zones = new TreeSet<String>();
    var capacityTypes = new TreeSet<String>();
    Offering basis = null;
    for (TypeChoice choice : node.types()) {
      for (Offering offering : offerings(problem, node, choice.type())) {
        offering.requirements().get(ZONE).finiteValues().ifPresent(zones::addAll);
        offering.requirements().get(CAPACITY_TYPE).finiteValues().ifPresent(capacityTypes::addAll);
        boolean isOfFirst = choice.equals(node.types().getFirst());
        if (isOfFirst && (basis == null || offering.price() < basis.price())) basis = offering;
      }
    }
    return new NodeExplanation(
        node, trace.survey(), trace.next(), Optional.ofNullable(basis), zones, capacityTypes);
  }

  private static List<Offering> offerings(SchedulingProblem problem, NewNode node, String type) {
    List<Offering> found = new ArrayList<>();
    for (NodePool pool : problem.pools()) {
      if (!pool.name().equals(node.pool())) continue;
      for (InstanceType one : pool.types()) {
        if (!one.name().equals(type)) continue;
        for (Offering offering : one.offerings()) {
          boolean suits =
              offering.available()
                  && node.requirements()
                      .satisfies(offering.requirements(), problem.options().wellKnownLabels());
          if (suits) found.add(offering);
        }
      }
    }
    return found;
  }

  public ReasonTree tree() {
    List<ReasonTree> reasons = new ArrayList<>();
    reasons.add(ReasonTree.of(Sentences.of(survey)));
    if (node.types().size() < survey.fitting()) {
      reasons.add(
          ReasonTree.of("of those, the %d cheapest are listed".formatted(node.types().size())));
    }
    reasons.add(ReasonTree.of(price()));
    next.ifPresent(
        choice ->
            reasons.add(
                ReasonTree.of(
                    "the next is %s at %s"
                        .formatted(choice.type(), Amounts.price(choice.price())))));
    reasons.add(
        ReasonTree.of(
            "still open: %s; %s"
                .formatted(listed("zone", zones), listed("capacity type", capacityTypes))));
    reasons.add(ReasonTree.of("its pods and daemons ask for " + node.requests().render()));
    if (node.minValuesRelaxed()) {
      reasons.add(ReasonTree.of("minValues was lowered to what the types that fit can give"));
    }
    String head =
        "A new node of NodePool %s for %d %s"
            .formatted(node.pool(), node.pods().size(), node.pods().size() == 1 ? "pod" : "pods");
    return new ReasonTree(head, reasons);
  }

  private String price() {
    if (node.types().isEmpty()) return "its price is unknown: no type is left";
    String cheapest =
        "the cheapest is %s at %s"
            .formatted(node.types().getFirst().type(), Amounts.price(node.price()));
    return basis
        .map(
            offering ->
                "%s, %s"
                    .formatted(
                        cheapest,
                        List.of(CAPACITY_TYPE, ZONE).stream()
                            .flatMap(
                                key -> offering.requirements().get(key).finiteValues().stream())
                            .flatMap(SortedSet::stream)
                            .collect(Collectors.joining(", "))))
        .orElse(cheapest);
  }

  private static String listed(String noun, SortedSet<String> values) {
    if (values.isEmpty()) return "any " + noun;
    return noun + (values.size() == 1 ? " " : "s ") + String.join(", ", values);
  }
}
