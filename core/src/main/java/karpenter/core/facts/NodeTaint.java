package karpenter.core.facts;

import java.util.Optional;
import karpenter.core.pod.Taint;

/// A taint on a Node. The time it was added is somebody else's, and must survive our patches.
///
/// @param addedAt as the API server wrote it
public record NodeTaint(Taint taint, Optional<String> addedAt) {
  public static NodeTaint of(Taint taint) {
    return new NodeTaint(taint, Optional.empty());
  }

  /// Taints are the same when key and effect are; the value is not compared.
  public boolean matches(Taint other) {
    return taint.key().equals(other.key()) && taint.effect() == other.effect();
  }
}
