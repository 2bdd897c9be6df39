package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.api.FieldPath;
import karpenter.api.Labels;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.v1.NodePool;
import karpenter.api.v1.Requirement;
import karpenter.api.validation.NodePoolValidation;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodeCost;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.wire.control.NodeCostReader;

/// Reads NodePools that a server accepted, with the checks their controller makes at runtime (spec
/// 01 §1.1.2) and one nobody else makes: requirements that no node can meet.
final class NodePoolReader {
  private static final String REQUIREMENTS = "spec.template.spec.requirements";

  private final RestrictedLabels restricted;
  private final LabelAliases aliases;

  NodePoolReader(RestrictedLabels restricted, LabelAliases aliases) {
    this.restricted = restricted;
    this.aliases = aliases;
  }

  /// A pool before it meets its types.
  ///
  /// @param source as its user wrote it
  /// @param nodeCost what it says a node costs beside its instance; empty: the setting holds
  record Pool(
      NodePool source,
      Requirements requirements,
      List<Taint> taints,
      List<Taint> startupTaints,
      Optional<Resources> limits,
      OptionalDouble nodeCost) {

    String name() {
      return String.valueOf(source.metadata().name());
    }

    SortedMap<String, String> labels() {
      return new TreeMap<>(source.spec().template().metadata().labels());
    }

    /// @param setting what a node costs beside its instance where the pool does not say
    karpenter.core.cluster.NodePool with(List<InstanceType> types, double setting) {
      var weight = source.spec().weight();
      return new karpenter.core.cluster.NodePool(
          name(),
          weight == null ? 0 : weight,
          requirements,
          taints,
          startupTaints,
          limits,
          types,
          NodeCost.of(nodeCost, setting, 0));
    }
  }

  /// Empty when the pool has a problem, which is then noted on the item.
  Optional<Pool> read(Item item, Consumer<String> notes) {
    var admitted = CustomResource.admit(item, NodePool.class, notes);
    if (admitted.isEmpty()) {
      return Optional.empty();
    }
    var pool = admitted.get();
    NodePoolValidation.warnings(pool)
        .forEach(warning -> notes.accept(item.title() + ": " + warning.sentence()));
    NodePoolValidation.problems(pool, restricted).forEach(item::add);
    if (!item.isFaultless()) {
      return Optional.empty();
    }
    var spec = pool.spec().template().spec();
    var problems = new ArrayList<Problem>();
    var read =
        new Pool(
            pool,
            requirements(pool, item),
            TaintReader.taints(spec.taints()),
            TaintReader.taints(spec.startupTaints()),
            limits(pool.spec().limits(), item),
            NodeCostReader.read(new TreeMap<>(pool.metadata().annotations()), problems::add));
    if (!item.isFaultless()) {
      return Optional.empty();
    }
    // The controller plans on with its own setting, so these do not refuse the pool.
    problems.forEach(item::add);
    return Optional.of(read);
  }

  Requirements requirements(NodePool pool, Item item) {
    var template = pool.spec().template();
    var joint = Requirements.none();
    var written = template.spec().requirements();
    for (int i = 0; i < written.size() && !joint.isContradictory(); i++) {
      var term = term(written.get(i));
      joint = joint.and(Requirements.ofTerms(List.of(term), aliases));
      if (joint.isContradictory()) {
        item.add(contradiction(FieldPath.item(REQUIREMENTS, i), term, "the other requirements"));
      }
    }
    for (var label : template.metadata().labels().entrySet()) {
      var before = joint;
      joint = joint.and(aliases.canonical(label.getKey()), ValueSet.in(label.getValue()));
      if (joint.isContradictory() && !before.isContradictory()) {
        var term = new RequirementTerm(label.getKey(), Operator.In, label.getValue());
        item.add(
            contradiction(
                FieldPath.field("spec.template.metadata.labels", label.getKey()),
                term,
                "the pool's requirements"));
      }
    }
    return joint.and(own(pool));
  }

  /// What every node of a pool is labelled with, whatever its user wrote.
  static Requirements own(NodePool pool) {
    var ref = pool.spec().template().spec().nodeClassRef();
    return Requirements.of(Labels.NODE_POOL, ValueSet.in(String.valueOf(pool.metadata().name())))
        .and(Labels.nodeClass(ref.group(), ref.kind()), ValueSet.in(ref.name()));
  }

  private static Problem contradiction(String path, RequirementTerm term, String other) {
    return Problem.at(path)
        .found(
            "%s %s %s, which contradicts %s"
                .formatted(term.key(), term.operator(), term.values(), other))
        .expected("requirements that some node can meet together");
  }

  private static RequirementTerm term(Requirement requirement) {
    var min = requirement.minValues();
    return new RequirementTerm(
        requirement.key(),
        Operator.valueOf(requirement.operator()),
        requirement.values(),
        min == null ? OptionalInt.empty() : OptionalInt.of(min));
  }

  static Optional<Resources> limits(Map<String, String> written, Item item) {
    if (written.isEmpty()) {
      return Optional.empty();
    }
    var limits = Amounts.ofTexts(written, "spec.limits", item);
    return Optional.of(Resources.capacity(limits));
  }
}
