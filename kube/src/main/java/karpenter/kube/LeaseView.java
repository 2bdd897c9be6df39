package karpenter.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The lease as we have seen it change. It has run out when it did not change for as long as it
/// says, by our own ticks: the holder's clock may be wrong, and so may ours. Not safe for several
/// threads.
final class LeaseView {
  private final String identity;
  private @Nullable ObjectNode lease;
  private @Nullable LeaseRecord record;
  private long changedAt;

  LeaseView(String identity) {
    this.identity = identity;
  }

  void saw(ObjectNode seen, long now) {
    var read = LeaseRecord.of(seen);
    lease = seen;
    if (!read.equals(record)) {
      record = read;
      changedAt = now;
    }
  }

  /// It is not there. If somebody deleted it, its holder still leads until it finds out.
  void sawNone() {
    lease = null;
  }

  Optional<ObjectNode> lease() {
    return Optional.ofNullable(lease);
  }

  String holder() {
    return record == null ? "" : record.holder();
  }

  boolean isOurs() {
    return holder().equals(identity);
  }

  /// When it runs out if nothing changes; empty when it may be taken already.
  OptionalLong heldUntil(long now) {
    if (record == null || record.holder().isEmpty() || isOurs()) {
      return OptionalLong.empty();
    }
    long until = changedAt + Duration.ofSeconds(record.durationSeconds()).toNanos();
    return until - now > 0 ? OptionalLong.of(until) : OptionalLong.empty();
  }
}
