package karpenter.operator.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.EvictionStep;
import karpenter.core.termination.ForcedDeletion;
import karpenter.core.termination.Protection;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Written;

/// Gets pods off the nodes they are on, one key per pod (spec 02 §3.4). Each pod has one entry from
/// the moment its turn comes until it is seen to go; an entry whose pod is gone is dropped at once.
final class EvictionLoop implements Loop<EvictionKey> {
  /// An accepted eviction shows in the watch long before that; if it never does, we ask again.
  private static final Duration WATCH_LAG = Duration.ofSeconds(10);

  private final LoopContext context;
  private final EvictionNews news;
  private final ConcurrentSkipListMap<EvictionKey, EvictionEntry> entries =
      new ConcurrentSkipListMap<>();
  private volatile Optional<WorkQueue<EvictionKey>> queue = Optional.empty();

  EvictionLoop(LoopContext context) {
    this.context = context;
    this.news = new EvictionNews(context);
  }

  @Override
  public String name() {
    return "eviction-queue";
  }

  @Override
  public void registered(WorkQueue<EvictionKey> own) {
    queue = Optional.of(own);
  }

  /// The pod is to go. Adding it again changes nothing unless the deadline is earlier.
  void add(PodFacts pod, Optional<Instant> deadline) {
    var key = EvictionKey.of(pod);
    var old = entries.putIfAbsent(key, EvictionEntry.of(pod, deadline));
    if (old != null) {
      if (!old.isEarlier(deadline)) {
        return;
      }
      entries.computeIfPresent(key, (_, entry) -> entry.within(deadline));
    }
    queue.ifPresent(q -> q.add(key));
  }

  int size() {
    return entries.size();
  }

  List<EvictionKey> keys(Change change) {
    if (entries.isEmpty()) {
      return List.of();
    }
    if (change.concerns(Kind.PODS)) {
      return change
          .latest(Kind.PODS)
          .filter(_ -> matters(change))
          .map(EvictionKey::of)
          .filter(entries::containsKey)
          .stream()
          .toList();
    }
    return change.after(Kind.PDBS).map(pdb -> roomFor(pdb, change)).orElse(List.of());
  }

  /// Gone, going, or differently protected. Anything else would only cut the back-off short.
  private static boolean matters(Change change) {
    var before = change.before(Kind.PODS);
    var after = change.after(Kind.PODS);
    return before.isEmpty()
        || after.isEmpty()
        || !after.get().isActive()
        || !before.get().doNotDisrupt().equals(after.get().doNotDisrupt());
  }

  /// The budget has room again: as many of those it held back as may go now need not wait.
  private List<EvictionKey> roomFor(PdbFacts pdb, Change change) {
    int before = change.before(Kind.PDBS).map(PdbFacts::disruptionsAllowed).orElse(0);
    if (pdb.disruptionsAllowed() <= before) {
      return List.of();
    }
    var namespace = pdb.meta().namespace();
    var next = new ArrayList<EvictionKey>();
    for (var entry : entries.tailMap(EvictionKey.startOf(namespace)).entrySet()) {
      if (!entry.getKey().pod().namespace().equals(namespace)
          || next.size() == pdb.disruptionsAllowed()) {
        break;
      }
      var held = entry.getValue();
      if (held.isHeldBack() && pdb.selector().matches(held.pod().spec().labels())) {
        next.add(entry.getKey());
      }
    }
    return next;
  }

  @Override
  public Outcome reconcile(EvictionKey key) throws Unreachable, InterruptedException {
    var entry = entries.get(key);
    if (entry == null) {
      return Outcome.DONE;
    }
    var pod = context.state().snapshot().pod(key.pod()).filter(p -> p.uid().equals(key.uid()));
    if (pod.isEmpty()) {
      return forget(key);
    }
    var now = context.clock().instant();
    var step = EvictionStep.of(pod.get(), entry.deadline(), now);
    if (step instanceof EvictionStep.Evict && isAgreed(entry, now)) {
      return Outcome.again(WATCH_LAG);
    }
    return switch (step) {
      case EvictionStep.Forget() -> forget(key);
      case EvictionStep.Force(var grace) -> force(key, pod.get(), entry, grace);
      case EvictionStep.Evict() -> evict(key, pod.get(), entry, now);
      case EvictionStep.Hold(_, var until) -> {
        news.considered(pod.get(), Protection.of(pod.get(), now));
        yield retry(key, entry.failed(false), until, now);
      }
    };
  }

  private static boolean isAgreed(EvictionEntry entry, Instant now) {
    return entry.accepted().filter(at -> now.isBefore(at.plus(WATCH_LAG))).isPresent();
  }

  private Outcome evict(EvictionKey key, PodFacts pod, EvictionEntry entry, Instant now)
      throws Unreachable, InterruptedException {
    news.considered(pod, Protection.of(pod, now));
    var answer = context.kube().evict(key.pod(), key.uid());
    news.answered(answer);
    return switch (answer) {
      case Eviction.Accepted _ -> {
        news.evicted(pod);
        update(key, entry.accepted(now));
        yield Outcome.again(WATCH_LAG);
      }
      case Eviction.Gone _ -> {
        // Until the watch tells so too, the pod would be brought to us again every second.
        update(key, entry.accepted(now));
        yield Outcome.again(WATCH_LAG);
      }
      case Eviction.HeldBack(_, var message) -> {
        news.heldBack(pod, message);
        var forced = entry.deadline().flatMap(end -> ForcedDeletion.dueAt(pod, end));
        yield retry(key, entry.failed(true), forced, now);
      }
    };
  }

  private Outcome force(EvictionKey key, PodFacts pod, EvictionEntry entry, long grace)
      throws Unreachable, InterruptedException {
    var deletion = Deletion.of(key.uid()).within(grace);
    return switch (context.writer().delete(Resource.PODS, key.pod(), deletion)) {
      case Written.Stored<?> _, Written.Unchanged<?> _ -> {
        news.forced(pod, entry.deadline().orElseThrow(), grace);
        yield forget(key);
      }
      // Another pod of that name, or none: the one we meant is gone.
      case Written.Stale<?> _, Written.Missing<?> _ -> forget(key);
      case Written.Refused<?>(var message) ->
          Outcome.failed("deleting pod " + pod.fullName() + ": " + message);
    };
  }

  private Outcome retry(
      EvictionKey key, EvictionEntry entry, Optional<Instant> until, Instant now) {
    update(key, entry);
    var wait = entry.backOff();
    var change = until.map(at -> Duration.between(now, at)).filter(Duration::isPositive);
    return Outcome.again(change.filter(c -> c.compareTo(wait) < 0).orElse(wait));
  }

  /// The deadline may have moved meanwhile; it is kept.
  private void update(EvictionKey key, EvictionEntry entry) {
    entries.computeIfPresent(key, (_, now) -> entry.within(now.deadline()));
  }

  private Outcome forget(EvictionKey key) {
    entries.remove(key);
    return Outcome.DONE;
  }
}
