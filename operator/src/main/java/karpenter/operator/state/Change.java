package karpenter.operator.state;

import java.util.Optional;
import karpenter.operator.kube.ObjectKey;

/// Something in the state became different.
///
/// @param before empty: the object is new to us
/// @param after empty: the object is gone
public record Change(
    Kind<?> kind, ObjectKey key, Optional<?> before, Optional<?> after, Origin origin) {

  public enum Origin {
    /// It just happened, as a watch tells.
    WATCH,
    /// A watch tells what was there when it began.
    REPLAY,
    /// The answer to a write of ours.
    ECHO
  }

  public boolean concerns(Kind<?> other) {
    return kind.equals(other);
  }

  /// The value it has now, if the change is about this kind and the object is there.
  public <T> Optional<T> after(Kind<T> of) {
    return concerns(of) ? after.map(of.type()::cast) : Optional.empty();
  }

  public <T> Optional<T> before(Kind<T> of) {
    return concerns(of) ? before.map(of.type()::cast) : Optional.empty();
  }

  /// The value now, or as it last was.
  public <T> Optional<T> latest(Kind<T> of) {
    return after(of).or(() -> before(of));
  }
}
