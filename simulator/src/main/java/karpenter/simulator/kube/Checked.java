package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.schema.Admission;
import karpenter.api.schema.CrdSchemas;
import karpenter.api.schema.Revision;
import karpenter.operator.kube.Answer;
import org.jspecify.annotations.Nullable;

/// Whether an object may be stored.
sealed interface Checked {
  /// It may.
  ///
  /// @param object with its defaults
  record Right(ObjectNode object) implements Checked {}

  record Wrong(Answer.Refused refusal) implements Checked {}

  /// Asks the schema of a custom resource; other kinds are taken as they are.
  ///
  /// @param before null for a new object
  static Checked of(Served served, ObjectNode object, @Nullable ObjectNode before) {
    if (!served.isCustom()) {
      return new Right(object);
    }
    return before == null ? ofNew(object) : ofChange(object, before);
  }

  private static Checked ofChange(ObjectNode object, ObjectNode before) {
    var crd =
        CrdSchemas.find(object.path("apiVersion").asText(), object.path("kind").asText())
            .orElseThrow();
    return switch (Revision.of(crd, before, object)) {
      case Revision.Kept(var document) -> new Right((ObjectNode) document);
      case Revision.Refused(var problems) -> new Wrong(Refusals.invalid(problems));
    };
  }

  private static Checked ofNew(ObjectNode object) {
    return switch (Admission.ofNew(object)) {
      case Admission.Accepted(_, var document, _) -> new Right((ObjectNode) document);
      case Admission.Refused(var problems, _) -> new Wrong(Refusals.invalid(problems));
    };
  }
}
