package karpenter.kube;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import karpenter.operator.kube.ObjectKey;

/// What a Lease says. Times are kept as text: clocks of other machines are compared for being
/// different, never for being earlier.
///
/// @param holder empty when nobody holds it
record LeaseRecord(
    String holder, int durationSeconds, String acquireTime, String renewTime, int transitions) {

  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  static LeaseRecord of(ObjectNode lease) {
    var spec = lease.path("spec");
    return new LeaseRecord(
        spec.path("holderIdentity").asText(),
        spec.path("leaseDurationSeconds").asInt(),
        spec.path("acquireTime").asText(),
        spec.path("renewTime").asText(),
        spec.path("leaseTransitions").asInt());
  }

  static LeaseRecord first(String holder, int durationSeconds, Instant now) {
    return new LeaseRecord(holder, durationSeconds, MICROS.format(now), MICROS.format(now), 0);
  }

  LeaseRecord takenBy(String other, int seconds, Instant now) {
    return other.equals(holder)
        ? new LeaseRecord(holder, seconds, acquireTime, MICROS.format(now), transitions)
        : new LeaseRecord(other, seconds, MICROS.format(now), MICROS.format(now), transitions + 1);
  }

  /// Nobody's. A second is the least the API server takes for a duration.
  LeaseRecord released(Instant now) {
    return new LeaseRecord("", 1, MICROS.format(now), MICROS.format(now), transitions);
  }

  ObjectNode created(ObjectKey key) {
    var lease = JsonNodeFactory.instance.objectNode();
    lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
    lease.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    lease.set("spec", spec());
    return lease;
  }

  /// The lease with this in it, and everything else as it was.
  ObjectNode in(ObjectNode lease) {
    var copy = lease.deepCopy();
    copy.withObjectProperty("spec").setAll(spec());
    return copy;
  }

  private ObjectNode spec() {
    return JsonNodeFactory.instance
        .objectNode()
        .put("holderIdentity", holder)
        .put("leaseDurationSeconds", durationSeconds)
        .put("acquireTime", acquireTime)
        .put("renewTime", renewTime)
        .put("leaseTransitions", transitions);
  }
}
