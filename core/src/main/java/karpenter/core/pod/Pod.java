package karpenter.core.pod;

import java.time.Instant;

/// A pod: who it is, and what it needs. The name is for people; the uid identifies.
public record Pod(String uid, String name, Instant created, PodSpec spec) {

  /// `namespace/name`, as events and tables show it.
  public String fullName() {
    return spec.namespace() + "/" + name;
  }
}
