package karpenter.operator.provisioning;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.provisioning.Announcer.Nomination;
import karpenter.operator.provisioning.Batcher.Standing;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Note;
import org.jspecify.annotations.Nullable;

/// The provisioning loop: when a batch is due, plan for all pods that wait and create the claims
/// they need. It waits for the first complete view of the cluster and for nothing else; launches
/// that are under way are part of the plan.
final class Provisioner implements Loop<Loop.Singleton> {
  /// Pods that go on waiting are planned for again after this time.
  static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private static final Duration UNTIL_SYNCED = Duration.ofSeconds(1);

  private final LoopContext context;
  private final Batcher batcher;
  private final VirtualPods virtualPods;
  private final Planner planner;
  private final Promises promises;
  private final ClaimCreator creator;
  private final Announcer announcer;
  private boolean wasSynced;
  private boolean hasBufferNotes;
  private @Nullable Instant lookAgain;

  Provisioner(
      LoopContext context,
      Batcher batcher,
      VirtualPods virtualPods,
      Planner planner,
      Promises promises,
      ClaimCreator creator) {
    this.context = context;
    this.batcher = batcher;
    this.virtualPods = virtualPods;
    this.planner = planner;
    this.promises = promises;
    this.creator = creator;
    this.announcer = new Announcer(context);
  }

  @Override
  public String name() {
    return "provisioner";
  }

  @Override
  public void registered(WorkQueue<Singleton> queue) {
    batcher.wakes(queue);
  }

  @Override
  public Outcome reconcile(Singleton all) throws Unreachable, InterruptedException {
    wasSynced |= context.state().snapshot().isSynced();
    if (!wasSynced) {
      return Outcome.again(UNTIL_SYNCED);
    }
    if (isDue()) {
      var now = context.clock().instant();
      boolean someoneWaits = pass(now);
      batcher.done();
      lookAgain = someoneWaits ? now.plus(LOOK_AGAIN) : null;
    }
    return next();
  }

  private boolean isDue() {
    return switch (batcher.standing()) {
      case Standing.Due _ -> true;
      case Standing.Open _ -> false;
      case Standing.Quiet _ -> lookAgain != null && !context.clock().instant().isBefore(lookAgain);
    };
  }

  private Outcome next() {
    Outcome later =
        lookAgain == null
            ? Outcome.DONE
            : Outcome.again(least(Duration.between(context.clock().instant(), lookAgain)));
    return switch (batcher.standing()) {
      case Standing.Quiet _ -> later;
      case Standing.Open(var left) -> later.and(Outcome.again(left));
      case Standing.Due _ -> later.and(Outcome.again(Duration.ofMillis(1)));
    };
  }

  private static Duration least(Duration wait) {
    return wait.isPositive() ? wait : Duration.ofMillis(1);
  }

  /// @return whether somebody goes on waiting, for a node that comes or in vain
  private boolean pass(Instant now) throws Unreachable, InterruptedException {
    keepUnanswered(now);
    var snapshot = context.state().snapshot();
    List<PodFacts> virtual =
        context.settings().featureGates().capacityBuffer() ? virtualPods.pods() : List.of();
    if (virtual.isEmpty() && planner.isIdle(snapshot)) {
      planner.forget();
      announcer.quiet();
      noteBufferPods(new TreeMap<>());
      return false;
    }
    announcer.begins(snapshot);
    var plan = planner.plan(snapshot, virtual, now);
    announcer.ends(snapshot);
    var took = Duration.between(now, context.clock().instant());
    nominate(plan, now);
    // Pods wait for claims; what there is to say about it waits for them too.
    var silence = create(plan, now);
    announcer.figures(plan, took);
    announcer.planned(plan, took, now);
    announcer.uselessPools(plan);
    announcer.unplaced(plan, now);
    if (!virtual.isEmpty()) {
      virtualPods.planned(seats(plan));
    }
    noteBufferPods(bufferPods(plan));
    if (silence.isPresent()) {
      throw silence.get();
    }
    return !plan.pods().isEmpty() || !plan.ignored().isEmpty();
  }

  /// Claims that were created although we were not told.
  private void keepUnanswered(Instant now) throws Unreachable, InterruptedException {
    for (var found : creator.found()) {
      found.pods().forEach(pod -> promises.make(pod, found.name(), now));
    }
  }

  /// Nodes that pods are expected on must stay until they have come.
  private void nominate(Plan plan, Instant now) {
    var until = now.plus(context.settings().nominationWindow());
    plan.seated().keySet().forEach(node -> context.state().note(new Note.Nominated(node, until)));
    var nominations = new ArrayList<Nomination>();
    for (var use : plan.placement().existing()) {
      var node = plan.nodes().get(use.node());
      if (node == null) {
        continue;
      }
      boolean isExpected = false;
      for (var pod : use.pods()) {
        var facts = plan.pods().get(pod.uid());
        if (facts != null) {
          isExpected = true;
          promise(pod, node.name(), now);
          nominations.add(new Nomination(facts, place(node)));
        }
      }
      if (isExpected) {
        context.state().note(new Note.Nominated(node.name(), until));
      }
    }
    announcer.nominated(plan, nominations, now);
  }

  private static String place(NodeView node) {
    var claim = node.state.claim().map(c -> "nodeclaim/" + c.name());
    var name = node.state.node().map(NodeFacts::name).map(n -> "node/" + n);
    return claim.map(c -> name.map(n -> c + ", " + n).orElse(c)).or(() -> name).orElse("");
  }

  private void promise(Pod pod, String node, Instant now) {
    promises.make(pod, node, now);
    context.state().note(new Note.Promised(pod.uid(), node));
  }

  /// @return why some call was not answered
  private Optional<Unreachable> create(Plan plan, Instant now) throws InterruptedException {
    var until = now.plus(context.settings().nominationWindow());
    var nominations = new ArrayList<Nomination>();
    Optional<Unreachable> silence = Optional.empty();
    for (var outcome : creator.create(plan, now)) {
      switch (outcome) {
        case ClaimCreator.Outcome.Created(var node, var claim) -> {
          announcer.created(plan, node, claim.name(), now);
          boolean isExpected = false;
          for (var pod : node.pods()) {
            var facts = plan.pods().get(pod.uid());
            if (facts != null) {
              isExpected = true;
              promise(pod, claim.name(), now);
              nominations.add(new Nomination(facts, "nodeclaim/" + claim.name()));
            }
          }
          // It may be ready before its pods are planned for again; until they come it is not empty.
          if (isExpected) {
            context.state().note(new Note.Nominated(claim.name(), until));
          }
        }
        case ClaimCreator.Outcome.Observed(var node, var name) ->
            announcer.observed(plan, node, name, now);
        case ClaimCreator.Outcome.Refused(var node, var reason) -> announcer.refused(node, reason);
        case ClaimCreator.Outcome.Unanswered(_, _, var cause) -> silence = Optional.of(cause);
      }
    }
    announcer.nominated(plan, nominations, now);
    return silence;
  }

  private static VirtualPods.Seats seats(Plan plan) {
    var seated = new TreeSet<String>();
    plan.placement().existing().forEach(use -> addVirtual(plan, use.pods(), seated));
    var homeless = new TreeSet<String>();
    plan.placement().newNodes().forEach(node -> addVirtual(plan, node.pods(), homeless));
    addVirtual(
        plan, plan.placement().unplaced().stream().map(Placement.Unplaced::pod).toList(), homeless);
    return new VirtualPods.Seats(seated, homeless);
  }

  private static void addVirtual(Plan plan, List<Pod> pods, Set<String> uids) {
    for (var pod : pods) {
      if (!plan.pods().containsKey(pod.uid())) {
        uids.add(pod.uid());
      }
    }
  }

  private static SortedMap<String, Integer> bufferPods(Plan plan) {
    var counts = new TreeMap<String, Integer>();
    for (var use : plan.placement().existing()) {
      var node = plan.nodes().get(use.node());
      int virtual =
          (int) use.pods().stream().filter(pod -> !plan.pods().containsKey(pod.uid())).count();
      if (node != null && virtual > 0) {
        counts.put(node.name(), virtual);
      }
    }
    return counts;
  }

  private void noteBufferPods(SortedMap<String, Integer> counts) {
    if (!counts.isEmpty() || hasBufferNotes) {
      context.state().note(new Note.BufferPods(counts));
      hasBufferNotes = !counts.isEmpty();
    }
  }
}
