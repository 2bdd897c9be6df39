package karpenter.app.manifest;

import karpenter.api.Problem;

/// A problem and the line it is on. Lines count from one; zero means the file as a whole.
public record InputProblem(String file, int line, Problem problem) {

  public String sentence() {
    return place() + ": " + problem.sentence();
  }

  /// `file:line`, the form editors and terminals make clickable.
  public String place() {
    return line == 0 ? file : file + ":" + line;
  }
}
