package karpenter.operator.disruption;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.ClusterSnapshot;

/// Removes marks of disruptions that nobody carries out: those another controller left behind when
/// we took over, or whose record somebody has spoilt (spec 02 §2.2, §3.8).
///
/// Runs on the thread that starts commands, and before it looks for any: otherwise it could remove
/// what a new command has just found in place.
final class Cleanup {
  private static final int AT_ONCE = 50;

  private final LoopContext context;
  private final Managed managed;
  private final MarkedNodes marked;
  private final Marks marks;
  private final CommandNews news;

  Cleanup(LoopContext context, MarkedNodes marked, CommandNews news) {
    this.context = context;
    this.managed = Managed.by(context.provider());
    this.marked = marked;
    this.marks = new Marks(context);
    this.news = news;
  }

  /// Done when no mark is left over; otherwise the cluster must be looked at again first.
  Outcome sweep() throws InterruptedException {
    var snapshot = context.state().snapshot();
    var left = leftovers(snapshot);
    Outcome outcome = Outcome.DONE;
    for (var result : context.parallel().map(left, AT_ONCE, this::clean)) {
      outcome =
          outcome.and(
              switch (result) {
                case Result.Answered(var answer) -> answer;
                case Result.Unanswered(var cause) ->
                    Outcome.failed(String.valueOf(cause.getMessage()));
              });
    }
    return outcome;
  }

  private List<ClaimFacts> leftovers(ClusterSnapshot snapshot) {
    var left = new ArrayList<ClaimFacts>();
    for (var claim : marked.in(snapshot)) {
      if (managed.is(claim)
          && !Marks.isLeaving(claim)
          && !snapshot.notes().markedForDeletion().contains(claim.name())
          && Entry.on(claim).isEmpty()) {
        left.add(claim);
      }
    }
    return left;
  }

  private Outcome clean(ClaimFacts claim) throws Unreachable, InterruptedException {
    if (!marks.remove(claim)) {
      return Outcome.again(Outcome.STALE_WAIT);
    }
    news.cleaned(claim);
    return Outcome.DONE;
  }
}
