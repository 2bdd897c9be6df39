package karpenter.core.wire;

import java.util.List;
import karpenter.api.Problem;

/// What reading one object yields.
public sealed interface Read<T> {
  record Understood<T>(T value) implements Read<T> {}

  /// Something in it cannot be accepted; all that was found is listed.
  record Refused<T>(List<Problem> problems) implements Read<T> {}

  /// Nothing is wrong with it, but it is none of our business.
  record NotOurs<T>(String reason) implements Read<T> {}
}
