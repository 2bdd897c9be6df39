package karpenter.operator.disruption;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.core.disruption.command.CommandStep;
import karpenter.core.disruption.command.CommandStep.Replacement;
import karpenter.core.disruption.command.Failure;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.disruption.Entry.Phase;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Note;
import karpenter.operator.state.Written;

/// Brings commands to their end, one key per command: waits until its replacements are initialized
/// and deletes its nodes, or rolls it back. Woken by every change of a claim that carries a
/// command, so that after a restart it finds all that were under way.
final class CommandLoop implements Loop<String> {
  private static final Duration PERIOD = Duration.ofSeconds(1);
  private static final int AT_ONCE = 100;

  private final LoopContext context;
  private final CommandQueue queue;
  private final Marks marks;
  private final CommandNews news;

  CommandLoop(LoopContext context, CommandQueue queue) {
    this.context = context;
    this.queue = queue;
    this.marks = new Marks(context);
    this.news = queue.news();
  }

  @Override
  public String name() {
    return CommandNews.LOOP;
  }

  @Override
  public void registered(WorkQueue<String> own) {
    queue.wakes(own);
  }

  /// A claim that was going before tells nothing new.
  static List<String> keys(Change change) {
    if (!change.concerns(Kind.NODE_CLAIMS)) {
      return List.of();
    }
    var ids = new TreeSet<String>();
    Stream.of(change.before(Kind.NODE_CLAIMS), change.after(Kind.NODE_CLAIMS))
        .flatMap(Optional::stream)
        .filter(claim -> !claim.meta().isDeleting())
        .map(claim -> claim.meta().annotation(CommandRecord.ID))
        .filter(id -> !id.isEmpty())
        .forEach(ids::add);
    return List.copyOf(ids);
  }

  @Override
  public Outcome reconcile(String id) throws Unreachable, InterruptedException {
    var entry = queue.find(id);
    if (entry.isEmpty()) {
      return Outcome.DONE;
    }
    return switch (entry.get().phase()) {
      // Whoever starts it wakes us.
      case Phase.Starting() -> Outcome.DONE;
      case Phase.Waiting(var isNoted) -> advance(entry.get(), isNoted);
      case Phase.RollingBack(var failure) -> rollBack(entry.get(), failure);
    };
  }

  private Outcome advance(Entry entry, boolean isNoted) throws Unreachable, InterruptedException {
    return switch (step(entry)) {
      case CommandStep.Complete() -> complete(entry);
      case CommandStep.RollBack(var failure) -> fail(entry, failure);
      case CommandStep.Await(var replacements) -> {
        note(entry, isNoted);
        news.waiting(entry, replacements);
        yield Outcome.again(PERIOD);
      }
      case CommandStep.Delete(var candidates) -> {
        note(entry, isNoted);
        yield delete(entry, candidates);
      }
    };
  }

  private CommandStep step(Entry entry) throws Unreachable, InterruptedException {
    var step = step(entry, context.state().snapshot());
    if (step instanceof CommandStep.RollBack(Failure.ReplacementGone(var name))
        && new Rewriter(context)
            .refresh(Resource.NODE_CLAIMS, ObjectKey.cluster(name))
            .isPresent()) {
      // It exists, and nobody had told us: the answer to its creation was lost.
      return step(entry, context.state().snapshot());
    }
    return step;
  }

  private CommandStep step(Entry entry, ClusterSnapshot snapshot) {
    return CommandStep.of(
        entry.candidates(snapshot),
        entry.record().replacements().stream()
            .map(name -> new Replacement(name, entry.claim(name, snapshot)))
            .toList(),
        entry.record().started(),
        queue.patience(),
        context.clock().instant());
  }

  private void note(Entry entry, boolean isNoted) {
    if (!isNoted) {
      queue.noteLeaving(entry);
      queue.put(entry.in(new Phase.Waiting(true)));
    }
  }

  private Outcome delete(Entry entry, List<ClaimFacts> candidates)
      throws Unreachable, InterruptedException {
    var outcome = each(candidates, claim -> delete(entry, claim));
    return outcome instanceof Outcome.Done ? complete(entry) : outcome;
  }

  private Outcome delete(Entry entry, ClaimFacts claim) throws Unreachable, InterruptedException {
    var node = Marks.nodeOf(claim, context.state().snapshot());
    var written =
        context
            .writer()
            .delete(
                Resource.NODE_CLAIMS,
                ObjectKey.cluster(claim.name()),
                Deletion.of(claim.meta().uid()));
    if (written instanceof Written.Stored<?>) {
      news.terminating(entry, claim, node);
    }
    return Outcome.of(written);
  }

  /// What came is ordinary capacity from now on, and awaits the pods of what goes.
  private Outcome complete(Entry entry) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var until = context.clock().instant().plus(context.settings().nominationWindow());
    for (var name : entry.record().replacements()) {
      if (snapshot.claim(name).isPresent()) {
        context.state().note(new Note.Nominated(name, until));
      }
    }
    var outcome = release(entry, snapshot);
    if (outcome instanceof Outcome.Done) {
      queue.forget(entry);
      news.succeeded(entry);
    }
    return outcome;
  }

  private Outcome fail(Entry entry, Failure failure) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    long missing =
        entry.record().replacements().stream()
            .filter(
                name ->
                    entry
                        .claim(name, snapshot)
                        .filter(claim -> claim.is(ClaimFacts.INITIALIZED))
                        .isEmpty())
            .count();
    news.failed(entry, failure, missing);
    var failed = entry.in(new Phase.RollingBack(failure));
    queue.put(failed);
    return rollBack(failed, failure);
  }

  /// What came stays: it is ordinary capacity, to be used or found empty.
  private Outcome rollBack(Entry entry, Failure failure) throws Unreachable, InterruptedException {
    if (failure instanceof Failure.NotBegun) {
      lookAtThoseToGo(entry);
    }
    var outcome = release(entry, context.state().snapshot());
    if (outcome instanceof Outcome.Done) {
      for (var name : entry.record().candidates()) {
        context.state().note(new Note.UnmarkedForDeletion(name));
      }
      queue.forget(entry);
      news.rolledBack(entry, failure);
    }
    return outcome;
  }

  /// A marking that was not answered may have been done, and nobody has told us yet.
  private void lookAtThoseToGo(Entry entry) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    for (var name : entry.going()) {
      if (entry.claim(name, snapshot).isEmpty()) {
        new Rewriter(context).refresh(Resource.NODE_CLAIMS, ObjectKey.cluster(name));
      }
    }
  }

  /// Takes everything of the command off the claims that stay.
  private Outcome release(Entry entry, ClusterSnapshot snapshot)
      throws Unreachable, InterruptedException {
    var held = new ArrayList<ClaimFacts>();
    entry.record().candidates().forEach(n -> entry.claim(n, snapshot).ifPresent(held::add));
    entry.record().replacements().forEach(n -> entry.claim(n, snapshot).ifPresent(held::add));
    return each(
        held,
        claim -> {
          boolean isOff =
              entry.record().isToGo(claim.name())
                  ? marks.remove(claim)
                  : Marks.isOff(marks.forget(claim));
          return isOff ? Outcome.DONE : Outcome.again(Outcome.STALE_WAIT);
        });
  }

  private Outcome each(List<ClaimFacts> claims, Parallel.Call<ClaimFacts, Outcome> call)
      throws Unreachable, InterruptedException {
    Outcome outcome = Outcome.DONE;
    for (var result : context.parallel().map(claims, AT_ONCE, call)) {
      switch (result) {
        case Result.Answered(var answer) -> outcome = outcome.and(answer);
        case Result.Unanswered(var cause) -> throw cause;
      }
    }
    return outcome;
  }
}
