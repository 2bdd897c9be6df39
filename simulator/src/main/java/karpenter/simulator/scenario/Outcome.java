package karpenter.simulator.scenario;

import java.util.List;
import java.util.stream.Stream;

/// What came of a story, told without names, uids and times, so that two worlds can be compared.
/// All lists are sorted: two are equal when they hold the same things equally often.
///
/// @param claims every claim that was ever made
/// @param verdicts what became of each of them
/// @param end how the cluster was left, a sentence for each node, each claim without one, and each
///   pod without one
/// @param findings what the operator says keeps each node that is left
public record Outcome(
    List<Created> claims, List<Verdict> verdicts, List<String> end, List<String> findings) {
  public Outcome {
    claims = sorted(claims);
    verdicts = sorted(verdicts);
    end = sorted(end);
    findings = sorted(findings);
  }

  /// @param pool empty for a claim of nobody's pool
  /// @param types that it might have become, sorted
  /// @param reason `provisioned`, `static`, `by hand`, or the method of the command that wanted it
  public record Created(String pool, List<String> types, String reason) {
    public Created {
      types = sorted(types);
    }
  }

  /// @param reason why it was made
  /// @param verdict the method of the command it went by, `deleted` when it went otherwise, `stays`
  public record Verdict(String pool, String reason, String verdict) {}

  /// What differs, a line for each thing; empty when they are equal.
  public List<String> differences(Outcome other) {
    return Stream.of(
            differences("claim", claims, other.claims),
            differences("verdict", verdicts, other.verdicts),
            differences("end", end, other.end),
            differences("finding", findings, other.findings))
        .flatMap(List::stream)
        .toList();
  }

  private static <T> List<String> differences(String what, List<T> ours, List<T> theirs) {
    var onlyOurs = without(ours, theirs).stream().map(one -> what + " only here: " + one);
    var onlyTheirs = without(theirs, ours).stream().map(one -> what + " only there: " + one);
    return Stream.concat(onlyOurs, onlyTheirs).toList();
  }

  private static <T> List<T> without(List<T> all, List<T> others) {
    var left = new java.util.ArrayList<>(all);
    others.forEach(left::remove);
    return left;
  }

  private static <T> List<T> sorted(List<T> all) {
    return all.stream()
        .sorted((one, other) -> String.valueOf(one).compareTo(String.valueOf(other)))
        .toList();
  }
}
