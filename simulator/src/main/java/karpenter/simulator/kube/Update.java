package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import karpenter.operator.kube.Answer;

/// What an update may touch.
final class Update {
  /// Only the server writes these.
  private static final List<String> OWN_METADATA =
      List.of(
          "name",
          "namespace",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  private Update() {}

  /// Undoes what the request may not change: everything but the status for the one, the status for
  /// the other.
  static void restrict(
      Served served, ObjectNode before, ObjectNode after, Optional<String> subresource) {
    after.set("apiVersion", before.get("apiVersion"));
    after.set("kind", before.get("kind"));
    if (subresource.isPresent()) {
      after.set("metadata", Draft.own(before.get("metadata")));
      restore(before, after, "spec");
    } else {
      var metadata = Draft.own(after.withObjectProperty("metadata"));
      for (var field : OWN_METADATA) {
        restore(before.get("metadata"), metadata, field);
      }
      after.set("metadata", metadata);
      if (served.hasStatus()) {
        restore(before, after, "status");
      }
    }
  }

  static Optional<Answer> forbidden(ObjectNode before, ObjectNode after) {
    if (Metas.isTerminating(before)) {
      for (var finalizer : after.path("metadata").path("finalizers")) {
        if (!contains(before.path("metadata").path("finalizers"), finalizer)) {
          return Optional.of(
              Refusals.invalid(
                  "metadata.finalizers", finalizer.asText(), "none added to what is going"));
        }
      }
    }
    return switch (after.path("kind").asText()) {
      case "Pod" -> podSpec(before, after);
      case "Node" -> providerId(before, after);
      default -> Optional.empty();
    };
  }

  private static Optional<Answer> podSpec(ObjectNode before, ObjectNode after) {
    return before.path("spec").equals(after.path("spec"))
            || withoutTolerations(before).equals(withoutTolerations(after))
        ? Optional.empty()
        : Optional.of(Refusals.invalid("spec", "a change", "the spec it was created with"));
  }

  private static JsonNode withoutTolerations(ObjectNode pod) {
    var spec = (ObjectNode) pod.path("spec").deepCopy();
    spec.remove("tolerations");
    spec.path("containers").forEach(container -> ((ObjectNode) container).remove("image"));
    return spec;
  }

  private static Optional<Answer> providerId(ObjectNode before, ObjectNode after) {
    var known = before.path("spec").path("providerID").asText();
    return known.isEmpty() || known.equals(after.path("spec").path("providerID").asText())
        ? Optional.empty()
        : Optional.of(
            Refusals.invalid(
                "spec.providerID", after.path("spec").path("providerID").asText(), known));
  }

  /// A change of anything but metadata and status begins a generation.
  static void count(Served served, ObjectNode before, ObjectNode after) {
    if (served.hasGeneration() && !isSameSubstance(before, after)) {
      var metadata = after.withObjectProperty("metadata");
      metadata.put("generation", before.path("metadata").path("generation").asLong() + 1);
    }
  }

  /// Sets a condition to true.
  static void condition(ObjectNode object, String type, String reason, String now) {
    var conditions = object.withObjectProperty("status").withArrayProperty("conditions");
    conditions.removeIf(condition -> condition.path("type").asText().equals(type));
    conditions
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("reason", reason)
        .put("lastTransitionTime", now);
  }

  private static boolean isSameSubstance(ObjectNode before, ObjectNode after) {
    return isSubstanceOf(before, after) && isSubstanceOf(after, before);
  }

  private static boolean isSubstanceOf(ObjectNode object, ObjectNode other) {
    for (var entry : object.properties()) {
      var name = entry.getKey();
      if (!name.equals("metadata")
          && !name.equals("status")
          && !entry.getValue().equals(other.get(name))) {
        return false;
      }
    }
    return true;
  }

  private static void restore(JsonNode before, ObjectNode after, String field) {
    if (before.has(field)) {
      after.set(field, before.get(field));
    } else {
      after.remove(field);
    }
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    return StreamSupport.stream(list.spliterator(), false).anyMatch(value::equals);
  }
}
