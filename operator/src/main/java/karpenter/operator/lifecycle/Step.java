package karpenter.operator.lifecycle;

import java.util.List;
import java.util.stream.Stream;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;

/// What one step of a reconcile made of its claim. Nothing of it is stored yet.
///
/// @param onceStored what to count and tell when the claim's status is stored, and not before: a
///   write that meets a conflict is made again, and must not be counted twice
/// @param isOver the claim was given up: there is nothing left to store
record Step(ClaimFacts claim, Outcome outcome, List<Runnable> onceStored, boolean isOver) {
  /// A part of the pass over a claim.
  interface Taker {
    Step take(ClaimFacts claim) throws Unreachable, InterruptedException;
  }

  static Step of(ClaimFacts claim) {
    return of(claim, Outcome.DONE);
  }

  static Step of(ClaimFacts claim, Outcome outcome) {
    return new Step(claim, outcome, List.of(), false);
  }

  static Step over(ClaimFacts claim, Outcome outcome) {
    return new Step(claim, outcome, List.of(), true);
  }

  Step onceStored(Runnable telling) {
    return new Step(
        claim, outcome, Stream.concat(onceStored.stream(), Stream.of(telling)).toList(), isOver);
  }

  /// A step that could not be taken does not keep the next from being taken.
  Step then(Taker next) throws InterruptedException {
    if (isOver) {
      return this;
    }
    var taken = taken(next);
    return new Step(
        taken.claim,
        outcome.and(taken.outcome),
        Stream.concat(onceStored.stream(), taken.onceStored.stream()).toList(),
        taken.isOver);
  }

  private Step taken(Taker next) throws InterruptedException {
    try {
      return next.take(claim);
    } catch (Unreachable e) {
      return of(claim, Outcome.failed(String.valueOf(e.getMessage())));
    }
  }
}
