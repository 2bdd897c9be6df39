package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.api.ObjectMeta;
import karpenter.api.OwnerReference;
import karpenter.api.RestrictedLabels;
import karpenter.api.hash.NodePoolHash;
import karpenter.api.v1.NodeClaim;
import karpenter.api.v1.NodePool;
import karpenter.api.v1.Requirement;
import karpenter.core.catalog.InstanceType;
import karpenter.core.requirement.LabelChoice;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;

/// Writes the NodeClaim for a node that is to be bought (spec 01 §1.2.4, §4.22).
///
/// @param restricted decides which labels are written onto the claim: neither those that the
///   instance will bring itself nor those that are Karpenter's own
public record ClaimWriter(RestrictedLabels restricted) {

  /// Only there so that daemons that select them are counted, or placeholders of the simulation.
  private static final List<String> SIMULATED =
      List.of(Labels.REGISTERED, Labels.INITIALIZED, Labels.HOSTNAME);

  /// The claim of a node that pods asked for.
  ///
  /// @param name of the claim; label values that are free depend on it
  /// @param types those the pool may buy, for the ways the listed ones are sold
  public NodeClaim write(
      String name, NewNode node, NodePool pool, List<InstanceType> types, Overlaid overlaid) {
    var requirements = requirements(node, types);
    var annotations = new TreeMap<String, String>();
    annotations.put(Annotations.MIN_VALUES_RELAXED, Boolean.toString(node.minValuesRelaxed()));
    if (listsAny(node, overlaid.priced())) {
      annotations.put(Annotations.PRICE_OVERLAY_APPLIED, "true");
    }
    if (listsAny(node, overlaid.resized())) {
      annotations.put(Annotations.CAPACITY_OVERLAY_APPLIED, "true");
    }
    if (!node.deviceDrivers().isEmpty()) {
      annotations.put(Annotations.REQUESTED_DRA_DRIVERS, String.join(",", node.deviceDrivers()));
    }
    return claim(name, pool, requirements, node.requests().toQuantities(), annotations);
  }

  private static boolean listsAny(NewNode node, Set<String> types) {
    return node.types().stream().anyMatch(choice -> types.contains(choice.type()));
  }

  /// A claim of a static pool: its provider chooses the type.
  public NodeClaim writeStatic(String name, NodePool pool, Requirements requirements) {
    return claim(name, pool, withoutSimulated(requirements), Map.of(), Map.of());
  }

  private NodeClaim claim(
      String name,
      NodePool pool,
      Requirements requirements,
      Map<String, ?> requests,
      Map<String, String> annotations) {
    var template = pool.spec().template().spec();
    return new NodeClaim(
        metadata(name, pool, requirements, annotations),
        new NodeClaim.Spec(
            template.taints(),
            template.startupTaints(),
            requirements.toTerms().stream().map(ClaimWriter::written).toList(),
            new NodeClaim.Resources(texts(requests)),
            template.nodeClassRef(),
            template.terminationGracePeriod(),
            template.expireAfterOrDefault()));
  }

  private static Map<String, String> texts(Map<String, ?> quantities) {
    var texts = new TreeMap<String, String>();
    quantities.forEach((name, quantity) -> texts.put(name, quantity.toString()));
    return texts;
  }

  private ObjectMeta metadata(
      String name, NodePool pool, Requirements requirements, Map<String, String> annotations) {
    var poolName = String.valueOf(pool.metadata().name());
    var owner =
        new OwnerReference(
            NodePool.API_VERSION, NodePool.KIND, poolName, pool.metadata().uid(), null, true);
    return new ObjectMeta(
        name,
        poolName + "-",
        null,
        null,
        null,
        null,
        null,
        null,
        labels(name, pool, requirements),
        annotations(pool, annotations),
        List.of(),
        List.of(owner));
  }

  private Map<String, String> labels(String name, NodePool pool, Requirements requirements) {
    var template = pool.spec().template();
    var labels = new TreeMap<String, String>();
    for (var key : requirements.keys()) {
      if (!restricted.isWellKnown(key) && !restricted.isRestricted(key)) {
        LabelChoice.valueFor(key, requirements.get(key), name)
            .ifPresent(value -> labels.put(key, value));
      }
    }
    labels.putAll(template.metadata().labels());
    var nodeClass = template.spec().nodeClassRef();
    labels.put(Labels.NODE_POOL, String.valueOf(pool.metadata().name()));
    labels.put(Labels.nodeClass(nodeClass.group(), nodeClass.kind()), nodeClass.name());
    return labels;
  }

  private static Map<String, String> annotations(NodePool pool, Map<String, String> more) {
    var annotations = new TreeMap<>(pool.spec().template().metadata().annotations());
    annotations.put(Annotations.NODE_POOL_HASH, NodePoolHash.of(pool));
    annotations.put(Annotations.NODE_POOL_HASH_VERSION, NodePoolHash.VERSION);
    annotations.putAll(more);
    return annotations;
  }

  /// The listed types, and the capacity types some of them can be had as.
  private Requirements requirements(NewNode node, List<InstanceType> types) {
    var names = node.types().stream().map(TypeChoice::type).collect(Collectors.toSet());
    var written =
        withoutSimulated(node.requirements())
            .replace(Labels.INSTANCE_TYPE, ValueSet.in(new TreeSet<>(names)));
    var sold = capacityTypes(node.requirements(), names, types);
    return sold.isEmpty() ? written : written.replace(Labels.CAPACITY_TYPE, ValueSet.in(sold));
  }

  private Set<String> capacityTypes(
      Requirements requirements, Set<String> names, List<InstanceType> types) {
    var sold = new TreeSet<String>();
    for (var type : types) {
      if (!names.contains(type.name())) {
        continue;
      }
      for (var offering : type.offerings()) {
        if (offering.available()
            && requirements.satisfies(offering.requirements(), restricted.wellKnown())) {
          offering.requirements().get(Labels.CAPACITY_TYPE).finiteValues().ifPresent(sold::addAll);
        }
      }
    }
    return sold;
  }

  private static Requirements withoutSimulated(Requirements requirements) {
    var rest = requirements;
    for (var key : SIMULATED) {
      rest = rest.without(key);
    }
    return rest;
  }

  private static Requirement written(RequirementTerm term) {
    var min = term.minValues();
    return new Requirement(
        term.key(),
        term.operator().name(),
        new ArrayList<>(term.values()),
        min.isPresent() ? min.getAsInt() : null);
  }
}
