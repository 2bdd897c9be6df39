package karpenter.core.wire;

import karpenter.api.Problem;

/// A problem, the object it is in (`Pod default/web-1`) and where that object came from.
public record SourcedProblem(String source, String object, Problem problem) {
  public String sentence() {
    return source + ": " + object + ": " + problem.sentence();
  }
}
