package karpenter.app.convert;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import karpenter.api.Json;
import karpenter.api.convert.Outcome;
import karpenter.app.manifest.ManifestWriter;

/// How a conversion is written.
enum ConvertForm {
  /// Documents to apply, with what changed in comments.
  YAML,
  /// Documents and answers for machines.
  JSON,
  /// Answers for people, without documents.
  TEXT;

  String render(List<Answer> answers) {
    return switch (this) {
      case YAML -> yaml(answers);
      case JSON -> json(answers);
      case TEXT -> text(answers);
    };
  }

  private static String yaml(List<Answer> answers) {
    var out = new StringBuilder();
    for (var answer : answers) {
      switch (answer.outcome()) {
        case Outcome.Converted(var objects, _) -> {
          out.append(comments(answer));
          objects.forEach(object -> append(out, ManifestWriter.yaml(object)));
        }
        case Outcome.Accepted(var object, _) -> append(out, unchanged(answer, object));
        case Outcome.Passed(var object, _, var isChanged) -> {
          if (isChanged) {
            out.append(comments(answer));
          }
          append(out, isChanged ? ManifestWriter.yaml(object) : unchanged(answer, object));
        }
        case Outcome.Refused _ -> out.append("# ").append(answer.sentence()).append('\n');
      }
    }
    return out.toString();
  }

  /// As it was written, comments and all.
  private static String unchanged(Answer answer, JsonNode object) {
    var text = answer.document().text();
    return text.isEmpty() ? ManifestWriter.yaml(object) : text.replaceFirst("^---[ \\t]*\\n", "");
  }

  private static String comments(Answer answer) {
    var comments = new StringBuilder("# ").append(answer.sentence()).append('\n');
    answer.notes().forEach(note -> comments.append("# - ").append(note).append('\n'));
    return comments.toString();
  }

  private static void append(StringBuilder out, String document) {
    out.append("---\n").append(document);
    if (!document.endsWith("\n")) {
      out.append('\n');
    }
  }

  private static String text(List<Answer> answers) {
    var out = new StringBuilder();
    for (var answer : answers) {
      out.append(answer.sentence()).append('\n');
      answer
          .problems()
          .forEach(p -> out.append("  ! ").append(p.problem().sentence()).append('\n'));
      answer.notes().forEach(note -> out.append("  - ").append(note).append('\n'));
    }
    return out.append(summary(answers)).append('\n').toString();
  }

  static String summary(List<Answer> answers) {
    return "%d converted, %d accepted, %d passed through, %d refused"
        .formatted(
            count(answers, "converted"),
            count(answers, "accepted"),
            count(answers, "passed"),
            count(answers, "refused"));
  }

  private static long count(List<Answer> answers, String word) {
    return answers.stream().filter(answer -> answer.word().equals(word)).count();
  }

  private static String json(List<Answer> answers) {
    var list = JsonNodeFactory.instance.arrayNode();
    for (var answer : answers) {
      var entry = list.addObject();
      entry.put("file", answer.document().file()).put("line", answer.document().line());
      entry.put("object", answer.document().name()).put("outcome", answer.word());
      var objects = entry.putArray("objects");
      switch (answer.outcome()) {
        case Outcome.Converted(var made, _) -> made.forEach(objects::add);
        case Outcome.Accepted(var object, _) -> objects.add(object);
        case Outcome.Passed(var object, _, _) -> objects.add(object);
        case Outcome.Refused _ -> {}
      }
      var notes = entry.putArray("notes");
      answer
          .outcome()
          .notes()
          .forEach(note -> notes.addObject().put("path", note.path()).put("text", note.text()));
      var problems = entry.putArray("problems");
      for (var problem : answer.problems()) {
        problems
            .addObject()
            .put("line", problem.line())
            .put("path", problem.problem().path())
            .put("found", problem.problem().found())
            .put("expected", problem.problem().expected());
      }
    }
    try {
      return Json.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(list) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
