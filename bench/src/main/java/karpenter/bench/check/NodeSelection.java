package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// Which nodes a pod accepts: any one alternative suffices. No alternative at all means no node.
record NodeSelection(List<Requirements> alternatives) {
  static final NodeSelection ANY = new NodeSelection(List.of(Requirements.NONE));

  static NodeSelection read(JsonNode podSpec) {
    var selector = Requirements.ofLabels(Json.nodeLabels(podSpec.path("nodeSelector")));
    var required =
        podSpec
            .path("affinity")
            .path("nodeAffinity")
            .path("requiredDuringSchedulingIgnoredDuringExecution");
    if (required.isMissingNode() || required.isNull()) return new NodeSelection(List.of(selector));
    var alternatives =
        terms(required.path("nodeSelectorTerms")).stream().map(selector::and).toList();
    return new NodeSelection(alternatives);
  }

  /// A term without any expression matches no node, so it is no alternative.
  static List<Requirements> terms(JsonNode terms) {
    return Json.items(terms).stream()
        .map(NodeSelection::term)
        .filter(t -> !t.keys().isEmpty())
        .toList();
  }

  static Requirements term(JsonNode term) {
    var expressions = new ArrayList<>(Json.items(term.path("matchExpressions")));
    expressions.addAll(Json.items(term.path("matchFields")));
    return Json.requirements(expressions);
  }

  SortedSet<String> keys() {
    var keys = new TreeSet<String>();
    alternatives.forEach(alternative -> keys.addAll(alternative.keys()));
    return keys;
  }
}
