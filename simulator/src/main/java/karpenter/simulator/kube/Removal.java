package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Set;
import karpenter.operator.kube.Deletion;

/// What a deletion does to an object.
sealed interface Removal {
  record AtOnce() implements Removal {}

  /// It stays until its finalizers are gone and its time to stop is over.
  record Marked(ObjectNode object) implements Removal {}

  /// It was asked for before, and for nothing less.
  record UnderWay() implements Removal {}

  String DELETION_TIMESTAMP = "deletionTimestamp";
  String GRACE = "deletionGracePeriodSeconds";
  Set<String> ENDED = Set.of("Succeeded", "Failed");

  static Removal of(ObjectNode object, Deletion deletion, Instant now) {
    return Metas.isTerminating(object)
        ? again(object, deletion)
        : first(object, grace(object, deletion), now);
  }

  /// Nobody holds it up any more.
  static boolean isDue(JsonNode object) {
    return !Metas.isHeld(object) && object.path("metadata").path(GRACE).asLong() == 0;
  }

  private static Removal first(ObjectNode object, long grace, Instant now) {
    if (grace == 0 && !Metas.isHeld(object)) {
      return new AtOnce();
    }
    var marked = Draft.of(object);
    var metadata = marked.withObjectProperty("metadata");
    mark(metadata, now.plusSeconds(grace), grace);
    // The object's behaviour changes, so its generation does.
    if (metadata.has("generation")) {
      metadata.put("generation", metadata.path("generation").asLong() + 1);
    }
    return new Marked(marked);
  }

  /// A second request may only shorten the time to stop.
  private static Removal again(ObjectNode object, Deletion deletion) {
    long before = object.path("metadata").path(GRACE).asLong();
    long asked = deletion.graceSeconds().orElse(before);
    if (asked >= before) {
      return new UnderWay();
    }
    if (asked == 0 && !Metas.isHeld(object)) {
      return new AtOnce();
    }
    var marked = Draft.of(object);
    var metadata = marked.withObjectProperty("metadata");
    var until = Instant.parse(metadata.path(DELETION_TIMESTAMP).asText());
    mark(metadata, until.minusSeconds(before).plusSeconds(asked), asked);
    return new Marked(marked);
  }

  private static void mark(ObjectNode metadata, Instant until, long grace) {
    metadata.put(DELETION_TIMESTAMP, until.truncatedTo(ChronoUnit.SECONDS).toString());
    metadata.put(GRACE, grace);
  }

  /// Only pods on a node need time to stop.
  private static long grace(ObjectNode object, Deletion deletion) {
    boolean isOnNode =
        object.path("kind").asText().equals("Pod")
            && !object.path("spec").path("nodeName").asText().isEmpty()
            && !ENDED.contains(object.path("status").path("phase").asText());
    return isOnNode
        ? Math.max(
            0,
            deletion
                .graceSeconds()
                .orElse(object.path("spec").path("terminationGracePeriodSeconds").asLong(30)))
        : 0;
  }
}
