package karpenter.operator.gauges;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import karpenter.api.Labels;
import karpenter.api.ObjectMeta;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.state.Kind;

/// A kind of object whose conditions are measured.
///
/// @param labels keys of the object's labels that its metrics carry
/// @param hasTwins its metrics also appear under the old names, which say the kind in a label
record StatusKind<T>(
    Kind<T> kind, List<String> labels, boolean hasTwins, Function<T, Seen> reading) {

  /// What is measured of one object.
  record Seen(
      About about,
      SortedMap<String, String> labels,
      Optional<Instant> deleted,
      List<Condition> conditions) {}

  static List<StatusKind<?>> all(List<NodeClassKind> nodeClasses) {
    var classLabels = nodeClasses.stream().map(NodeClassKind::label).toList();
    var claimLabels = new ArrayList<>(classLabels);
    claimLabels.add(Labels.NODE_POOL);
    var nodeLabels = new ArrayList<>(claimLabels);
    nodeLabels.add(Labels.INITIALIZED);
    var all = new ArrayList<StatusKind<?>>();
    all.add(
        new StatusKind<>(
            Kind.NODE_CLAIMS,
            claimLabels,
            true,
            claim -> seen(Resource.NODE_CLAIMS, claim.meta(), claim.conditions().list())));
    all.add(
        new StatusKind<>(
            Kind.NODE_POOLS,
            List.of(),
            true,
            pool ->
                seen(Resource.NODE_POOLS, pool.facts().meta(), pool.facts().conditions().list())));
    all.add(
        new StatusKind<>(
            Kind.NODES,
            nodeLabels,
            false,
            node ->
                seen(
                    Resource.NODES,
                    node.meta(),
                    node.conditions().stream()
                        .map(c -> new Condition(c.type(), c.status(), c.reason(), "", c.since(), 0))
                        .toList())));
    all.add(
        new StatusKind<>(
            Kind.CAPACITY_BUFFERS,
            List.of(),
            true,
            buffer ->
                seen(Resource.CAPACITY_BUFFERS, buffer.metadata(), buffer.status().conditions())));
    for (var nodeClass : nodeClasses) {
      all.add(
          new StatusKind<>(
              new Kind<>(nodeClass.resource(), NodeClassFacts.class),
              List.of(),
              true,
              facts -> seen(nodeClass.resource(), facts.meta(), facts.conditions().list())));
    }
    return List.copyOf(all);
  }

  private static Seen seen(Resource resource, Meta meta, List<Condition> conditions) {
    var about =
        new About(
            resource.apiVersion(), resource.kind(), meta.namespace(), meta.name(), meta.uid());
    return new Seen(about, meta.labels(), meta.deleted(), conditions);
  }

  private static Seen seen(
      Resource resource, ObjectMeta meta, List<karpenter.api.Condition> conditions) {
    var about =
        new About(
            resource.apiVersion(),
            resource.kind(),
            Objects.requireNonNullElse(meta.namespace(), ""),
            Objects.requireNonNullElse(meta.name(), ""),
            Objects.requireNonNullElse(meta.uid(), ""));
    var facts =
        conditions.stream()
            .map(
                c ->
                    new Condition(
                        c.type(),
                        Condition.Status.of(c.status()),
                        Objects.requireNonNullElse(c.reason(), ""),
                        "",
                        Objects.requireNonNullElse(c.lastTransitionTime(), Instant.EPOCH),
                        0))
            .toList();
    return new Seen(
        about, new TreeMap<>(meta.labels()), Optional.ofNullable(meta.deletionTimestamp()), facts);
  }
}
