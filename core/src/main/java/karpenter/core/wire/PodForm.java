package karpenter.core.wire;

import karpenter.core.wire.NodeAffinityReader.MatchFields;

/// In which state a pod is read, which decides how strictly.
enum PodForm {
  /// Waits for a place: everything it asks for must be something a new node can have.
  PENDING,
  /// Has its place: whatever it asks for, it got it.
  BOUND,
  /// Stands for all pods of a DaemonSet, which may ask for labels that only exist later.
  DAEMON,
  /// A chunk of a capacity buffer: it brings no volumes and gives way to every real pod.
  VIRTUAL;

  Dialect dialect(PodContext context) {
    return this == PENDING ? Dialect.pod(context.restricted()) : Dialect.KUBERNETES_NODE;
  }

  MatchFields matchFields() {
    return this == PENDING || this == VIRTUAL ? MatchFields.REFUSED : MatchFields.LEFT_OUT;
  }

  boolean hasVolumes() {
    return this == PENDING || this == BOUND;
  }

  VolumeResolver.Check volumeCheck() {
    return this == PENDING ? VolumeResolver.Check.PENDING : VolumeResolver.Check.RUNNING;
  }
}
