package karpenter.core.provisioning;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.StateNode;
import karpenter.core.cluster.Tenants;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// What is certain of a machine that was asked for and has not come: whatever it turns out to be,
/// pods have at least this room and the pool holds at most this much more.
///
/// So a slow launch neither stops the planning for other pods nor lets a limit be broken.
///
/// @param allocatable the least of each resource over all it may become
/// @param capacity the most of each resource over all it may become
/// @param labels those it will have in any case
/// @param undecided those that are one of several
public record Prospect(
    Resources allocatable,
    Resources capacity,
    SortedMap<String, String> labels,
    Requirements undecided) {
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";

  /// Nothing that the claim lists is on sale any more: it will hold no pod.
  ///
  /// @param requirements of the claim
  /// @param types what its pool may buy now
  /// @param wellKnown labels a machine may have although the claim does not name them
  public static Optional<Prospect> of(
      Requirements requirements, List<InstanceType> types, Set<String> wellKnown) {
    var builder = new Builder(requirements);
    for (var type : types) {
      if (requirements.get(INSTANCE_TYPE).contains(type.name())
          && type.requirements().intersects(requirements)) {
        boolean isFirst = true;
        for (var offering : type.offerings()) {
          if (offering.available() && requirements.satisfies(offering.requirements(), wellKnown)) {
            if (isFirst) {
              builder.addType(type, offering);
              isFirst = false;
            }
            builder.addOffering(type, offering);
          }
        }
      }
    }
    return builder.build();
  }

  /// The claim as planning sees it.
  public ExistingNode existing(ClaimFacts claim, Tenants tenants) {
    var known = new TreeMap<>(labels);
    known.putAll(claim.meta().labels());
    known.put(StateNode.HOSTNAME, claim.name());
    var open = undecided;
    for (var key : claim.meta().labels().keySet()) {
      open = open.without(key);
    }
    return new ExistingNode(
        claim.name(),
        claim.name(),
        Collections.unmodifiableSortedMap(known),
        claim.taints(),
        capacity,
        allocatable,
        tenants.requests(),
        tenants.daemonRequests(),
        Optional.ofNullable(known.get(StateNode.POOL)),
        false,
        tenants.hostPorts(),
        tenants.volumes(),
        Map.of(),
        open);
  }

  private static final class Builder {
    private final Requirements claim;
    private final SortedMap<String, SortedSet<String>> values = new TreeMap<>();
    private Optional<Resources> least = Optional.empty();
    private Resources most = Resources.none();

    Builder(Requirements claim) {
      this.claim = claim;
    }

    /// @param first of its offerings that may be bought
    void addType(InstanceType type, Offering first) {
      addRoom(type, first);
      type.requirements().keys().stream()
          .filter(key -> !first.requirements().has(key))
          .forEach(key -> addValues(key, type.requirements().get(key)));
    }

    void addOffering(InstanceType type, Offering offering) {
      if (overrides(offering)) {
        addRoom(type, offering);
      }
      for (var key : offering.requirements().keys()) {
        addValues(key, offering.requirements().get(key));
      }
    }

    private void addRoom(InstanceType type, Offering offering) {
      var allocatable = type.allocatable(offering);
      least = Optional.of(least.map(l -> min(l, allocatable)).orElse(allocatable));
      most = most.max(type.capacity(offering));
    }

    private static boolean overrides(Offering offering) {
      return !offering.capacityOverride().isEmpty() || !offering.overheadOverride().isEmpty();
    }

    private void addValues(String key, ValueSet of) {
      of.intersect(claim.get(key))
          .finiteValues()
          .ifPresent(some -> values.computeIfAbsent(key, _ -> new TreeSet<>()).addAll(some));
    }

    /// A resource that one of them lacks is not certain.
    private static Resources min(Resources one, Resources other) {
      var least = new TreeMap<String, Long>();
      for (var name : one.names()) {
        if (other.has(name)) {
          least.put(name, Math.min(one.get(name), other.get(name)));
        }
      }
      return Resources.of(least);
    }

    Optional<Prospect> build() {
      if (least.isEmpty()) {
        return Optional.empty();
      }
      for (var key : claim.keys()) {
        if (!values.containsKey(key)) {
          claim.get(key).finiteValues().ifPresent(some -> values.put(key, some));
        }
      }
      var labels = new TreeMap<String, String>();
      var undecided = Requirements.none();
      for (var entry : values.entrySet()) {
        if (entry.getValue().size() == 1) {
          labels.put(entry.getKey(), entry.getValue().first());
        } else if (entry.getValue().size() > 1) {
          undecided = undecided.and(entry.getKey(), ValueSet.in(entry.getValue()));
        }
      }
      return Optional.of(
          new Prospect(least.get(), most, Collections.unmodifiableSortedMap(labels), undecided));
    }
  }
}
