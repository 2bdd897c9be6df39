package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.pod.Pod;

/// What every candidate answered a pod, once all the pods that have a place were placed.
public record Trace(Pod pod, boolean deferred, List<Verdict> verdicts) {

  public Trace {
    verdicts = List.copyOf(verdicts);
  }

  /// Somewhere a pod could go.
  public sealed interface Candidate {
    record Existing(String node) implements Candidate {}

    /// A node this plan buys anyway.
    ///
    /// @param index into [Placement#newNodes]
    record Planned(int index, String pool) implements Candidate {}

    /// One more node.
    record Fresh(String pool) implements Candidate {}
  }

  /// @param attempts one per way to satisfy the pod that was tried; the candidate refuses the pod
  ///   when it refuses each
  public record Verdict(Candidate candidate, List<Attempt> attempts) {
    public Verdict {
      attempts = List.copyOf(attempts);
    }

    public boolean refuses() {
      return attempts.stream().noneMatch(attempt -> attempt.refusals().isEmpty());
    }
  }

  /// @param nodeTerm which of the pod's node alternatives
  /// @param volumeTerm which of its volume alternatives; 0 if it has none
  public record Attempt(int nodeTerm, int volumeTerm, List<Refusal> refusals) {
    public Attempt {
      refusals = List.copyOf(refusals);
    }
  }
}
