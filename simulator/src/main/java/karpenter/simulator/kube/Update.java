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
      after.set("metadata", before.get("metadata").deepCopy());
      restore(before, after, "spec");
    } else {
      for (var field : OWN_METADATA) {
        restore(before.get("metadata"), after.withObject("/metadata"), field);
      }
      if (served.hasStatus()) {
        restore(before, after, "status");
      }
    }
  }

  static Optional<Answer> forbidden(ObjectNode before, ObjectNode after) {
    if (Metas.isTerminating(before)) {
      for (var finalizer : after.at("/metadata/finalizers")) {
        if (!contains(before.at("/metadata/finalizers"), finalizer)) {
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
    return withoutTolerations(before).equals(withoutTolerations(after))
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
    var known = before.at("/spec/providerID").asText();
    return known.isEmpty() || known.equals(after.at("/spec/providerID").asText())
        ? Optional.empty()
        : Optional.of(
            Refusals.invalid("spec.providerID", after.at("/spec/providerID").asText(), known));
  }

  /// A change of anything but metadata and status begins a generation.
  static void count(Served served, ObjectNode before, ObjectNode after) {
    if (served.hasGeneration() && !substance(before).equals(substance(after))) {
      var metadata = after.withObject("/metadata");
      metadata.put("generation", before.at("/metadata/generation").asLong() + 1);
    }
  }

  /// Sets a condition to true.
  static void condition(ObjectNode object, String type, String reason, String now) {
    var conditions = object.withArray("/status/conditions");
    conditions.removeIf(condition -> condition.path("type").asText().equals(type));
    conditions
        .addObject()
        .put("type", type)
        .put("status", "True")
        .put("reason", reason)
        .put("lastTransitionTime", now);
  }

  private static JsonNode substance(ObjectNode object) {
    var substance = object.deepCopy();
    substance.remove(List.of("metadata", "status"));
    return substance;
  }

  private static void restore(JsonNode before, ObjectNode after, String field) {
    if (before.has(field)) {
      after.set(field, before.get(field).deepCopy());
    } else {
      after.remove(field);
    }
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    return StreamSupport.stream(list.spliterator(), false).anyMatch(value::equals);
  }
}
