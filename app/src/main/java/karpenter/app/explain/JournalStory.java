package karpenter.app.explain;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import karpenter.core.explain.ReasonTree;

/// What a journal (`--journal-file` of `karpenter run`) says of somebody, oldest first.
final class JournalStory {
  /// More than anybody reads; a pool is named in every decision about its nodes.
  private static final int MAX_TOLD = 10_000;

  private final JournalLines lines;

  private JournalStory(JournalLines lines) {
    this.lines = lines;
  }

  static JournalStory read(Path file) throws IOException {
    return new JournalStory(JournalLines.of(file));
  }

  /// Reads the journal twice rather than holding it: once for the names, once for the decisions.
  ReasonTree of(Subject subject) throws IOException {
    var names = names(subject);
    var told = new ArrayDeque<ReasonTree>();
    var leftOut = new AtomicInteger();
    int skipped =
        lines.each(
            decision -> {
              if (concerns(decision, names)) {
                told.addLast(line(decision));
                if (told.size() > MAX_TOLD) {
                  told.removeFirst();
                  leftOut.incrementAndGet();
                }
              }
            });
    return new ReasonTree(
        sentence(subject, told.isEmpty()) + notes(leftOut.get(), skipped), List.copyOf(told));
  }

  private static String sentence(Subject subject, boolean isEmpty) {
    return isEmpty
        ? "The journal says nothing of %s.".formatted(subject.sentence())
        : "The journal on %s:".formatted(subject.sentence());
  }

  private static String notes(int leftOut, int skipped) {
    var notes = new ArrayList<String>();
    if (leftOut > 0) {
      notes.add("%,d older decisions are left out".formatted(leftOut));
    }
    if (skipped > 0) {
      notes.add("%,d unreadable lines were skipped".formatted(skipped));
    }
    return notes.isEmpty() ? "" : " (" + String.join(", ", notes) + ")";
  }

  /// A node is told of by its own name and by its claim's.
  private Set<String> names(Subject subject) throws IOException {
    var names = new HashSet<String>();
    switch (subject.kind()) {
      case POD -> names.add("Pod/" + subject.fullName());
      case NODEPOOL -> names.add("NodePool/" + subject.name());
      case NODE -> {
        names.add("Node/" + subject.name());
        names.add("NodeClaim/" + subject.name());
        lines.each(
            decision -> {
              if (decision.at("/details/node").asText().equals(subject.name())) {
                names.add(decision.path("subject").asText());
              }
            });
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
