package karpenter.app.manifest;

import karpenter.api.Problem;

/// A problem and the line it is on. Lines count from one; zero means the file as a whole.
///
/// @param object what it concerns, such as `Pod default/web`; empty if it never became an object
public record InputProblem(String file, int line, String object, Problem problem) {

  public InputProblem(String file, int line, Problem problem) {
    this(file, line, "", problem);
  }

  public String sentence() {
    return place() + ": " + (object.isEmpty() ? "" : object + ": ") + problem.sentence();
  }

  /// `file:line`, the form editors and terminals make clickable.
  public String place() {
    return line == 0 ? file : file + ":" + line;
  }
}
