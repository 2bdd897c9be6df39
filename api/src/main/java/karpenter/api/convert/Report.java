package karpenter.api.convert;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import karpenter.api.Problem;

/// What is said about one document while it is converted. Fields are named as the source has them,
/// whichever version is being looked at.
final class Report {
  private final List<Note> notes;
  private final List<Problem> problems;
  private final UnaryOperator<String> sourcePath;

  Report() {
    this(new ArrayList<>(), new ArrayList<>(), UnaryOperator.identity());
  }

  private Report(List<Note> notes, List<Problem> problems, UnaryOperator<String> sourcePath) {
    this.notes = notes;
    this.problems = problems;
    this.sourcePath = sourcePath;
  }

  /// The same report, told in paths of a later version.
  Report translating(UnaryOperator<String> toSource) {
    return new Report(notes, problems, path -> sourcePath.apply(toSource.apply(path)));
  }

  void note(String path, String text) {
    var note = new Note(sourcePath.apply(path), text);
    if (!notes.contains(note)) {
      notes.add(note);
    }
  }

  void problem(String path, String found, String expected) {
    add(new Problem(path, found, expected));
  }

  /// One problem for a field is enough, the first: whoever converts knows more than the schema.
  /// What the schema then says of the whole object is about the same field.
  void add(Problem problem) {
    var path = sourcePath.apply(problem.path());
    if (problems.stream()
        .noneMatch(known -> isWithin(path, known.path()) || isWithin(known.path(), path))) {
      problems.add(new Problem(path, problem.found(), problem.expected()));
    }
  }

  private static boolean isWithin(String path, String outer) {
    return path.equals(outer)
        || !outer.isEmpty() && (path.startsWith(outer + ".") || path.startsWith(outer + "["));
  }

  List<Note> notes() {
    return List.copyOf(notes);
  }

  List<Problem> problems() {
    return List.copyOf(problems);
  }
}
