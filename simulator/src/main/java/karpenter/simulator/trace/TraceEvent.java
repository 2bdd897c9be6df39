package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.SortedMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Something that happens to a cluster, so long after the beginning.
public sealed interface TraceEvent {
  Duration at();

  /// A pod is created. Should it be evicted or die with its node, another takes its place.
  ///
  /// @param pod with its name; not to be changed, because many may share it
  /// @param lifetime how long it runs; empty for as long as nobody removes it
  record PodArrives(Duration at, ObjectKey key, ObjectNode pod, Optional<Duration> lifetime)
      implements TraceEvent {}

  record PodLeaves(Duration at, ObjectKey key) implements TraceEvent {}

  /// A Deployment, StatefulSet, Job, DaemonSet, budget … is created.
  record Created(Duration at, Resource resource, ObjectNode object) implements TraceEvent {}

  record Scaled(Duration at, Resource resource, ObjectKey key, int replicas)
      implements TraceEvent {}

  /// Machines break: their kubelets fall silent and the cloud does not know them any more.
  ///
  /// @param labels which nodes it may be; all if empty
  record NodesDie(Duration at, int count, SortedMap<String, String> labels) implements TraceEvent {}

  /// So many of a thousand calls of the operator go wrong for a while.
  record CallsFail(Duration at, int perThousand, Duration lasts) implements TraceEvent {}

  /// Offerings with these labels cannot be had for a while.
  record SoldOut(Duration at, SortedMap<String, String> labels, Duration lasts)
      implements TraceEvent {}

  /// The operator's process dies and is started again.
  record OperatorDies(Duration at) implements TraceEvent {}
}
