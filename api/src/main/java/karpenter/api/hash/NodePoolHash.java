package karpenter.api.hash;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import karpenter.api.GoDuration;
import karpenter.api.NillableDuration;
import karpenter.api.hash.StructureHash.Struct;
import karpenter.api.v1.NodeClassRef;
import karpenter.api.v1.NodePool;
import karpenter.api.v1.Taint;

/// The fingerprint of a pool's template, version `v3`: a claim whose fingerprint differs from its
/// pool's has drifted.
///
/// Bit for bit the number that Karpenter v1.14 writes, so that changing over in either direction
/// drifts no node. That makes some surprises part of the contract (spec 01 §1.1.4): type and field
/// names are hashed; a list is the xor of its elements, so a taint written twice cancels out; and
/// `labels: {}` differs from no labels at all. Requirements take no part, nor does anything outside
/// the template.
public final class NodePoolHash {
  public static final String VERSION = "v3";

  private static final long SECONDS_FROM_YEAR_ONE_TO_1970 = 62_135_596_800L;

  private NodePoolHash() {}

  /// The decimal form of the unsigned number.
  public static String of(NodePool pool) {
    return of(pool.spec().template());
  }

  public static String of(NodePool.Template template) {
    var struct = new Struct("NodeClaimTemplate");
    var metadata = template.metadata();
    if (metadata.writtenLabels() != null || metadata.writtenAnnotations() != null) {
      struct.field("ObjectMeta", hash(metadata));
    }
    struct.field("Spec", hash(template.spec()));
    return Long.toUnsignedString(struct.hash());
  }

  private static long hash(NodePool.TemplateMetadata metadata) {
    var struct = new Struct("ObjectMeta");
    if (metadata.writtenLabels() != null) {
      struct.field("Labels", hash(metadata.writtenLabels()));
    }
    if (metadata.writtenAnnotations() != null) {
      struct.field("Annotations", hash(metadata.writtenAnnotations()));
    }
    return struct.hash();
  }

  private static long hash(NodePool.TemplateSpec spec) {
    var struct = new Struct("NodeClaimTemplateSpec");
    if (spec.writtenTaints() != null) {
      struct.field("Taints", hash(spec.writtenTaints()));
    }
    if (spec.writtenStartupTaints() != null) {
      struct.field("StartupTaints", hash(spec.writtenStartupTaints()));
    }
    struct.field("NodeClassRef", hash(spec.nodeClassRef()));
    if (spec.terminationGracePeriod() != null) {
      struct.field("TerminationGracePeriod", hash(spec.terminationGracePeriod()));
    }
    if (spec.expireAfter() != null) {
      hash(struct, spec.expireAfter());
    }
    return struct.hash();
  }

  private static long hash(Map<String, String> map) {
    long sum = 0;
    for (var entry : map.entrySet()) {
      sum ^=
          StructureHash.ordered(
              StructureHash.of(entry.getKey()), StructureHash.of(entry.getValue()));
    }
    return StructureHash.finish(sum);
  }

  private static long hash(List<Taint> taints) {
    long sum = 0;
    for (var taint : taints) {
      sum ^= hash(taint);
    }
    return sum;
  }

  private static long hash(Taint taint) {
    var struct = new Struct("Taint");
    struct.text("Key", taint.key());
    struct.text("Value", taint.value() == null ? "" : taint.value());
    struct.text("Effect", taint.effect());
    if (taint.timeAdded() != null) {
      struct.field("TimeAdded", hash(taint.timeAdded()));
    }
    return struct.hash();
  }

  private static long hash(Instant time) {
    var struct = new Struct("Time");
    struct.field("Time", StructureHash.of(binary(time)));
    return struct.hash();
  }

  /// A time in the form Go writes to bytes: a version, seconds since the year one, nanoseconds,
  /// minutes east of UTC. The last are zero because controllers run in UTC.
  private static byte[] binary(Instant time) {
    return ByteBuffer.allocate(15)
        .put((byte) 1)
        .putLong(time.getEpochSecond() + SECONDS_FROM_YEAR_ONE_TO_1970)
        .putInt(time.getNano())
        .putShort((short) 0)
        .array();
  }

  private static long hash(NodeClassRef ref) {
    var struct = new Struct("NodeClassReference");
    struct.text("Kind", ref.kind());
    struct.text("Name", ref.name());
    struct.text("Group", ref.group());
    return struct.hash();
  }

  /// Zero is left out here: the field is a plain number.
  private static long hash(GoDuration duration) {
    var struct = new Struct("Duration");
    if (!duration.value().isZero()) {
      struct.field("Duration", nanos(duration.value()));
    }
    return struct.hash();
  }

  /// Zero takes part here: the field is a pointer, and only `Never` leaves it empty.
  private static void hash(Struct parent, NillableDuration duration) {
    duration
        .value()
        .ifPresent(
            value -> {
              var struct = new Struct("NillableDuration");
              struct.field("Duration", nanos(value));
              parent.field("ExpireAfter", struct.hash());
            });
  }

  private static long nanos(Duration duration) {
    return StructureHash.of(duration.toNanos());
  }
}
