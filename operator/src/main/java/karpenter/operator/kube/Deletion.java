package karpenter.operator.kube;

import java.util.Optional;
import java.util.OptionalLong;

/// How an object is to be deleted.
///
/// @param uid delete only this very object
/// @param version delete only if it has not changed
/// @param graceSeconds for pods: how long it may take to stop
public record Deletion(Optional<String> uid, Optional<String> version, OptionalLong graceSeconds) {
  public static final Deletion PLAIN =
      new Deletion(Optional.empty(), Optional.empty(), OptionalLong.empty());

  public static Deletion of(String uid) {
    return new Deletion(Optional.of(uid), Optional.empty(), OptionalLong.empty());
  }

  public Deletion within(long seconds) {
    return new Deletion(uid, version, OptionalLong.of(seconds));
  }
}
