package karpenter.core.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import karpenter.api.Labels;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.NodeClassRef;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// Reads NodePools with the checks their controller makes at runtime (spec 01 §1.1.2).
final class NodePoolReader {
  private static final int MAX_WEIGHT = 100;

  private final RestrictedLabels restricted;
  private final LabelAliases aliases;

  NodePoolReader(RestrictedLabels restricted, LabelAliases aliases) {
    this.restricted = restricted;
    this.aliases = aliases;
  }

  /// A pool before it meets its types.
  ///
  /// @param replicas present on a static pool, which buys no node for a pod's sake
  record Pool(
      String name,
      int weight,
      OptionalLong replicas,
      SortedMap<String, String> labels,
      Requirements requirements,
      List<Taint> taints,
      List<Taint> startupTaints,
      Optional<Resources> limits,
      NodeClassRef nodeClass) {

    boolean isStatic() {
      return replicas.isPresent();
    }

    NodePool with(List<InstanceType> types) {
      return new NodePool(name, weight, requirements, taints, startupTaints, limits, types);
    }
  }

  Pool read(Place pool) {
    var name = pool.get("metadata", "name").requiredText("a name");
    var spec = pool.get("spec");
    var template = spec.get("template");
    if (template.isAbsent()) {
      template.expected("a template for the pool's nodes");
    }
    var labels = labels(template.get("metadata", "labels"));
    var nodeClass = nodeClass(template.get("spec", "nodeClassRef"));
    var taints = TaintReader.taints(template.get("spec", "taints"));
    var startupTaints = TaintReader.taints(template.get("spec", "startupTaints"));
    refuseDuplicates(template.get("spec"), taints, startupTaints);
    return new Pool(
        name,
        spec.get("weight").integer(1, MAX_WEIGHT).orElse(0),
        spec.get("replicas").number(0, Long.MAX_VALUE),
        labels,
        requirements(template.get("spec", "requirements"), name, labels, nodeClass),
        taints,
        startupTaints,
        limits(spec.get("limits")),
        nodeClass);
  }

  private SortedMap<String, String> labels(Place place) {
    var labels = LabelSyntax.labels(place);
    for (var entry : place.entries().entrySet()) {
      var key = aliases.canonical(entry.getKey());
      if (key.equals(Labels.NODE_POOL) || restricted.isRestricted(key)) {
        entry
            .getValue()
            .problem(
                "the key " + Place.quoted(entry.getKey()),
                "a label that may be set: this one is written by Karpenter");
      }
    }
    return labels;
  }

  private static NodeClassRef nodeClass(Place place) {
    return new NodeClassRef(
        place.get("group").requiredText("the group of the node class"),
        place.get("kind").requiredText("the kind of the node class"),
        place.get("name").requiredText("the name of the node class"));
  }

  private Requirements requirements(
      Place list, String name, Map<String, String> labels, NodeClassRef nodeClass) {
    var reader = new RequirementReader(Dialect.pool(restricted), aliases);
    var written = new ArrayList<RequirementReader.Written>();
    for (var term : reader.expressions(list)) {
      if (term.term().key().equals(Labels.NODE_POOL)) {
        term.place().get("key").expected("another label: a pool cannot choose its own name");
      } else {
        written.add(term);
      }
    }
    var own = reader.possible(Requirements.none(), written);
    var joint = own.and(Requirements.ofLabels(labels, aliases));
    if (joint.isContradictory() && !own.isContradictory()) {
      list.problem("requirements that the template's labels contradict", "labels that meet them");
    }
    return joint
        .and(Labels.NODE_POOL, ValueSet.in(name))
        .and(Labels.nodeClass(nodeClass.group(), nodeClass.kind()), ValueSet.in(nodeClass.name()));
  }

  /// Over both lists together: a node has one set of taints.
  private static void refuseDuplicates(Place spec, List<Taint> taints, List<Taint> startup) {
    var seen = new HashSet<List<Object>>();
    for (var taint : taints) {
      refuseDuplicate(spec.get("taints"), taint, seen);
    }
    for (var taint : startup) {
      refuseDuplicate(spec.get("startupTaints"), taint, seen);
    }
  }

  private static void refuseDuplicate(Place list, Taint taint, HashSet<List<Object>> seen) {
    if (!seen.add(List.of(taint.key(), taint.effect()))) {
      list.problem(
          "a second taint %s:%s".formatted(taint.key(), TaintReader.word(taint.effect())),
          "each key and effect once, over taints and startupTaints together");
    }
  }

  private static Optional<Resources> limits(Place place) {
    return place.isAbsent()
        ? Optional.empty()
        : Optional.of(Resources.capacity(Amounts.limits(place)));
  }
}
