package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.schema.Admission;
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
    var admission = before == null ? Admission.ofNew(object) : Admission.ofChange(before, object);
    return switch (admission) {
      case Admission.Accepted(_, var document, _) -> new Right((ObjectNode) document);
      case Admission.Refused(var problems, _) -> new Wrong(Refusals.invalid(problems));
    };
  }
}
