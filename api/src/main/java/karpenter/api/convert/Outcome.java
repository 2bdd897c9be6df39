package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import karpenter.api.Problem;

/// What became of one document.
public sealed interface Outcome {
  List<Note> notes();

  /// It was of an older version.
  ///
  /// @param objects what it says today; more than one when a class was written inside a pool
  record Converted(List<JsonNode> objects, List<Note> notes) implements Outcome {}

  /// It is of today's version and sound.
  record Accepted(JsonNode object, List<Note> notes) implements Outcome {}

  /// It is not ours.
  ///
  /// @param object the document, with nothing changed but names of metrics in a PrometheusRule
  record Passed(JsonNode object, List<Note> notes, boolean isChanged) implements Outcome {}

  record Refused(List<Problem> problems, List<Note> notes) implements Outcome {}
}
