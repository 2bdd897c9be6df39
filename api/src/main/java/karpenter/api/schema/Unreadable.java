package karpenter.api.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import karpenter.api.FieldPath;
import karpenter.api.Problem;

/// A value that a schema lets through and that has no meaning all the same.
public final class Unreadable {
  private Unreadable() {}

  public static Problem problem(JsonProcessingException failure, JsonNode document) {
    var path = "";
    JsonNode found = document;
    if (failure instanceof JsonMappingException mapping) {
      for (var step : mapping.getPath()) {
        boolean isField = step.getFieldName() != null;
        path =
            isField
                ? FieldPath.field(path, step.getFieldName())
                : FieldPath.item(path, step.getIndex());
        found = isField ? found.path(step.getFieldName()) : found.path(step.getIndex());
      }
    }
    return Problem.at(path)
        .found(Shown.value(found))
        .expected("a value that can be read: " + reason(failure));
  }

  private static String reason(JsonProcessingException failure) {
    if (failure.getCause() == null && failure instanceof MismatchedInputException) {
      // What Jackson says of it names classes, which nobody outside knows.
      return "this one is of another type";
    }
    var cause =
        failure.getCause() == null ? failure.getOriginalMessage() : failure.getCause().getMessage();
    return Shown.shortened(String.valueOf(cause));
  }
}
