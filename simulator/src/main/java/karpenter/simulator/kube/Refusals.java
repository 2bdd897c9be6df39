package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.stream.Collectors;
import karpenter.api.Problem;
import karpenter.operator.kube.Answer;

/// What the server says when it will not.
final class Refusals {
  static final int INVALID = 422;
  static final int UNSUPPORTED = 415;

  private Refusals() {}

  static Answer.Refused invalid(List<Problem> problems) {
    var message = problems.stream().map(Problem::sentence).collect(Collectors.joining("; "));
    var refused = refused(INVALID, "Invalid", message);
    var causes = refused.status().putObject("details").putArray("causes");
    for (var problem : problems) {
      causes
          .addObject()
          .put("reason", "FieldValueInvalid")
          .put("field", problem.path())
          .put("message", problem.sentence());
    }
    return refused;
  }

  static Answer.Refused invalid(String path, String found, String expected) {
    return invalid(List.of(Problem.at(path).found(found).expected(expected)));
  }

  static Answer.Refused refused(int code, String reason, String message) {
    var status =
        JsonNodeFactory.instance
            .objectNode()
            .put("apiVersion", "v1")
            .put("kind", "Status")
            .put("status", "Failure")
            .put("code", code)
            .put("reason", reason)
            .put("message", message);
    return new Answer.Refused(code, reason, message, status);
  }
}
