package karpenter.app.convert;

import java.util.List;
import karpenter.api.convert.Note;
import karpenter.api.convert.Outcome;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.InputProblem;

/// What became of one document of the input.
record Answer(Document document, Outcome outcome) {

  /// `converted`, `accepted`, `passed` or `refused`.
  String word() {
    return switch (outcome) {
      case Outcome.Converted _ -> "converted";
      case Outcome.Accepted _ -> "accepted";
      case Outcome.Passed _ -> "passed";
      case Outcome.Refused _ -> "refused";
    };
  }

  String sentence() {
    var place = document.source() + ": " + document.name() + ": ";
    return place
        + switch (outcome) {
          case Outcome.Converted(var objects, _) ->
              "converted from "
                  + document.object().path("apiVersion").asText()
                  + (objects.size() > 1 ? " to " + objects.size() + " objects" : "");
          case Outcome.Accepted _ -> "is of today's version";
          case Outcome.Passed(_, _, var isChanged) ->
              isChanged
                  ? "is not ours; passed through with today's names of metrics"
                  : "is not ours; passed through unchanged";
          case Outcome.Refused(var problems, _) ->
              "refused for " + problems.size() + (problems.size() == 1 ? " reason" : " reasons");
        };
  }

  List<String> notes() {
    return outcome.notes().stream().map(Note::sentence).toList();
  }

  List<InputProblem> problems() {
    return outcome instanceof Outcome.Refused(var problems, _)
        ? problems.stream()
            .map(
                problem ->
                    new InputProblem(
                        document.file(), document.lineOf(problem.path()), document.name(), problem))
            .toList()
        : List.of();
  }
}
