package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import karpenter.api.convert.Conversion;
import karpenter.api.convert.Outcome;
import karpenter.app.manifest.Document;

/// Asks every rule about a set of documents.
final class Linter {
  private Linter() {}

  /// Findings in the order of files and lines, then as the rules are listed.
  ///
  /// @param off rules that are not asked
  static List<Finding> lint(List<Document> documents, Set<String> off) {
    var estate = estate(documents);
    List<Finding> findings = new ArrayList<>();
    for (var rule : Rules.all()) {
      if (!off.contains(rule.id())) {
        rule.check()
            .look(
                estate,
                (thing, path, message) -> findings.add(finding(rule, thing, path, message)));
      }
    }
    findings.sort(Comparator.comparing(Finding::file).thenComparing(Finding::line));
    return List.copyOf(findings);
  }

  private static Finding finding(Rule rule, Estate.Thing thing, String path, String message) {
    var document = thing.document();
    return new Finding(
        rule, document.file(), document.lineOf(path), document.name(), path, message);
  }

  private static Estate estate(List<Document> documents) {
    var estate =
        new Estate(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    var outcomes =
        Conversion.convert(
            documents.stream().map(Document::object).toList(), Conversion.Options.DEFAULT);
    for (int i = 0; i < documents.size(); i++) {
      var document = documents.get(i);
      estate.judged().add(new Estate.Judged(document, document.object(), outcomes.get(i)));
      switch (outcomes.get(i)) {
        case Outcome.Converted(var objects, _) ->
            objects.forEach(object -> add(estate, document, object));
        case Outcome.Accepted(var object, _) -> add(estate, document, object);
        case Outcome.Passed(var object, _, _) -> add(estate, document, object);
        case Outcome.Refused _ -> {}
      }
    }
    return estate;
  }

  private static void add(Estate estate, Document document, JsonNode object) {
    switch (object.path("kind").asText()) {
      case "NodePool" -> estate.pools().add(new Pool(document, object));
      case "EC2NodeClass", "OciNodeClass", "KWOKNodeClass" ->
          estate.classes().add(new Estate.NodeClass(document, object));
      default -> {
        var workload = Workload.of(document, object);
        workload.ifPresentOrElse(
            estate.workloads()::add, () -> estate.others().add(new Estate.Other(document, object)));
      }
    }
  }
}
