package karpenter.app.explain;

import java.util.List;
import karpenter.core.explain.ReasonTree;

/// How stories are put together.
final class Stories {
  private Stories() {}

  static ReasonTree leaf(String sentence) {
    return new ReasonTree(sentence, List.of());
  }

  static ReasonTree tree(String sentence, ReasonTree... reasons) {
    return new ReasonTree(sentence, List.of(reasons));
  }
}
