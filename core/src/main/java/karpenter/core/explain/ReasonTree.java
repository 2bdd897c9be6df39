package karpenter.core.explain;

import java.util.ArrayList;
import java.util.List;

/// A sentence and what is behind it.
public record ReasonTree(String sentence, List<ReasonTree> reasons) {

  public ReasonTree {
    reasons = List.copyOf(reasons);
  }

  static ReasonTree of(String sentence) {
    return new ReasonTree(sentence, List.of());
  }

  /// One line per sentence, drawn as a tree.
  public String render() {
    return String.join("\n", lines());
  }

  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(sentence);
    lines.addAll(branches());
    return lines;
  }

  /// The lines below the sentence, for a table that names its subject itself.
  public List<String> branches() {
    List<String> lines = new ArrayList<>();
    addBranches(lines, "");
    return lines;
  }

  private void addBranches(List<String> lines, String indent) {
    for (int i = 0; i < reasons.size(); i++) {
      boolean isLast = i + 1 == reasons.size();
      ReasonTree reason = reasons.get(i);
      lines.add(indent + (isLast ? "└─ " : "├─ ") + reason.sentence());
      reason.addBranches(lines, indent + (isLast ? "   " : "│  "));
    }
  }
}
