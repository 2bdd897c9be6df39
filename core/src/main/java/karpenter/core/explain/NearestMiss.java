package karpenter.core.explain;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.core.scheduling.Refusal;
import karpenter.core.scheduling.Refusal.NoRoom;
import karpenter.core.scheduling.Refusal.NoTypeFits;
import karpenter.core.scheduling.Refusal.NotAsked;
import karpenter.core.scheduling.Trace;
import karpenter.core.scheduling.Trace.Attempt;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.scheduling.TypeSurvey;

/// The candidate that failed by the least: fewest tests failed, then the smallest share of what was
/// asked missing. A test without amounts is failed wholly. Of equals, existing nodes come before
/// planned ones and those before new ones.
///
/// @param type the type that came closest, when types were the trouble
public record NearestMiss(Candidate candidate, Attempt attempt, Optional<TypeSurvey.Miss> type) {

  static final Comparator<Attempt> BY_DISTANCE =
      Comparator.comparingInt(NearestMiss::failedTests).thenComparingDouble(NearestMiss::shortfall);

  static Optional<NearestMiss> of(Trace trace) {
    NearestMiss nearest = null;
    for (var verdict : trace.verdicts()) {
      for (var attempt : verdict.attempts()) {
        if (attempt.refusals().stream().anyMatch(refusal -> refusal instanceof NotAsked)) continue;
        if (nearest == null || BY_DISTANCE.compare(attempt, nearest.attempt()) < 0) {
          nearest = new NearestMiss(verdict.candidate(), attempt, typeOf(attempt));
        }
      }
    }
    return Optional.ofNullable(nearest);
  }

  private static Optional<TypeSurvey.Miss> typeOf(Attempt attempt) {
    for (Refusal refusal : attempt.refusals()) {
      if (refusal instanceof NoTypeFits(var survey)) return survey.nearest();
    }
    return Optional.empty();
  }

  private static int failedTests(Attempt attempt) {
    int tests = 0;
    for (Refusal refusal : attempt.refusals()) {
      tests +=
          refusal instanceof NoTypeFits(var survey)
              ? survey.nearest().map(miss -> miss.causes().size()).orElse(1)
              : 1;
    }
    return tests;
  }

  private static double shortfall(Attempt attempt) {
    double worst = 0;
    for (Refusal refusal : attempt.refusals()) worst = Math.max(worst, shortfall(refusal));
    return worst;
  }

  private static double shortfall(Refusal refusal) {
    if (refusal instanceof NoRoom(_, var asked, var free)) {
      return asked <= 0 || free < 0 ? 1 : (asked - free) / (double) asked;
    }
    if (refusal instanceof NoTypeFits(var survey) && survey.nearest().isPresent()) {
      var miss = survey.nearest().get();
      return miss.shortages().size() < miss.causes().size() ? 1 : miss.shortfall();
    }
    return 1;
  }

  /// What stood in the way, with the nearest type's own reasons in place of the counts.
  List<String> sentences() {
    return attempt.refusals().stream()
        .flatMap(
            refusal ->
                refusal instanceof NoTypeFits(var survey) && survey.nearest().isPresent()
                    ? survey.nearest().get().causes().stream()
                        .map(cause -> TypeSentence.of(cause, survey.nearest().get()))
                    : List.of(Sentences.of(refusal)).stream())
        .toList();
  }
}
