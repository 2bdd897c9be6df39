package karpenter.app.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import karpenter.api.Problem;
import karpenter.api.schema.Admission;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.InputProblem;
import karpenter.core.wire.SourceObject;

/// The documents an API server would have taken, our custom resources with their defaults filled
/// in.
///
/// @param notes fields it would have dropped without a word
record Admitted(List<SourceObject> objects, List<InputProblem> problems, List<String> notes) {

  static Admitted of(List<Document> documents) {
    var admitted = new Admitted(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    documents.forEach(admitted::add);
    return admitted;
  }

  private void add(Document document) {
    // Pods and their kin have no schema here; reading them finds what matters of what is wrong.
    if (!Admission.concerns(document.object())) {
      objects.add(new SourceObject(document.source(), document.object()));
      return;
    }
    var answer = Admission.ofNew(document.object());
    answer.warnings().forEach(warning -> notes.add(located(document, warning).sentence()));
    switch (answer) {
      case Admission.Accepted accepted ->
          objects.add(new SourceObject(document.source(), accepted.document()));
      case Admission.Refused refused ->
          refused.problems().forEach(problem -> problems.add(located(document, problem)));
    }
  }

  private static InputProblem located(Document document, Problem problem) {
    return new InputProblem(
        document.file(), document.lineOf(problem.path()), title(document.object()), problem);
  }

  private static String title(JsonNode object) {
    return "%s %s"
        .formatted(object.path("kind").asText(), object.path("metadata").path("name").asText())
        .strip();
  }
}
