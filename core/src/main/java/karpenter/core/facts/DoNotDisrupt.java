package karpenter.core.facts;

import java.time.Duration;

/// What a pod's `karpenter.sh/do-not-disrupt` annotation asks for.
public sealed interface DoNotDisrupt {
  /// For as long as the pod lives.
  record Always() implements DoNotDisrupt {}

  /// For this long after the pod started, and for as long as it has not; always positive.
  record For(Duration time) implements DoNotDisrupt {}

  /// `false`: the pod may be moved, and its owner said so.
  record Never() implements DoNotDisrupt {}

  /// Neither `true` nor a positive duration: protects nothing, and its owner should know.
  record Unclear(String text) implements DoNotDisrupt {}
}
