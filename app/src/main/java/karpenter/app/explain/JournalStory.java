package karpenter.app.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import karpenter.api.Json;
import karpenter.core.explain.ReasonTree;

/// What a journal (`--journal-file` of `karpenter run`) says of somebody, oldest first.
final class JournalStory {
  private final List<JsonNode> decisions;

  private JournalStory(List<JsonNode> decisions) {
    this.decisions = decisions;
  }

  /// A line that was cut off, as by a full disk, is passed over.
  static JournalStory read(Path file) throws IOException {
    var decisions = new ArrayList<JsonNode>();
    for (var line : Files.readAllLines(file)) {
      try {
        decisions.add(Json.JSON.readTree(line));
      } catch (JsonProcessingException cut) {
        continue;
      }
    }
    return new JournalStory(decisions);
  }

  ReasonTree of(Subject subject) {
    var names = names(subject);
    var told = new ArrayList<ReasonTree>();
    for (var decision : decisions) {
      if (concerns(decision, names)) {
        told.add(line(decision));
      }
    }
    return new ReasonTree(
        told.isEmpty()
            ? "The journal says nothing of %s.".formatted(subject.sentence())
            : "The journal on %s:".formatted(subject.sentence()),
        told);
  }

  /// A node is told of by its own name and by its claim's.
  private Set<String> names(Subject subject) {
    var names = new HashSet<String>();
    switch (subject.kind()) {
      case POD -> names.add("Pod/" + subject.fullName());
      case NODEPOOL -> names.add("NodePool/" + subject.name());
      case NODE -> {
        names.add("Node/" + subject.name());
        names.add("NodeClaim/" + subject.name());
        for (var decision : decisions) {
          if (decision.at("/details/node").asText().equals(subject.name())) {
            names.add(decision.path("subject").asText());
          }
        }
      }
    }
    return names;
  }

  private static boolean concerns(JsonNode decision, Set<String> names) {
    if (names.contains(decision.path("subject").asText())) {
      return true;
    }
    for (var pool : List.of("nodePool", "nodepool")) {
      if (names.contains("NodePool/" + decision.path("details").path(pool).asText())) {
        return true;
      }
    }
    for (var claim : decision.at("/details/claims").asText().split(",")) {
      if (names.contains("NodeClaim/" + claim)) {
        return true;
      }
    }
    return false;
  }

  private static ReasonTree line(JsonNode decision) {
    var reasons = new ArrayList<ReasonTree>();
    decision.path("reasons").forEach(reason -> reasons.add(Stories.leaf(reason.asText())));
    return new ReasonTree(
        "%s %s %s"
            .formatted(
                decision.path("at").asText(),
                decision.path("kind").asText(),
                decision.path("subject").asText()),
        reasons);
  }
}
