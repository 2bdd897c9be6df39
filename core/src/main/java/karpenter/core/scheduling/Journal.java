package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.Pod;
import org.jspecify.annotations.Nullable;

/// Notes what a question changes in a run, so that [#undo] brings back the state before it at the
/// cost of what was changed. Owned by one run, used for one question after the other.
///
/// What asks learn of nodes that no question has touched stays: it is as true for the next one.
final class Journal {
  private static final int START = 64;

  private final Run run;
  private final Batch batch;
  private final int nodeCount;

  private int question;
  private int draftsBefore;
  private int orderBefore;
  private int bindOrderBefore;
  private List<Pod> deferredBefore = List.of();

  private CountGroup[] groups = new CountGroup[START];
  private int[] domains = new int[START];
  private int[] amounts = new int[START];
  private int counted;

  private final List<Suspension> suspensions = new ArrayList<>();
  private final List<AskWords> asks = new ArrayList<>();
  private final List<Closing> closings = new ArrayList<>();
  private final List<Draft> drafts = new ArrayList<>();
  private final List<Runnable> draftsRestored = new ArrayList<>();
  private final long[] @Nullable [] limits;
  private @Nullable Map<String, Integer> reservations;

  /// Drafts whose price has moved since the question began.
  private long[] moved = {0};

  /// What nodes were before, where pods have come to stay for several questions.
  private final List<NodeSlot.Mark> keptMarks = new ArrayList<>();

  /// Existing nodes pods have come to, in the order they first did.
  private int[] touchedNodes = new int[START];

  private int touchedNodeCount;

  private record Suspension(CountGroup group, long[] blocked, long[] pendingAt) {}

  private record AskWords(Ask ask, long[] open, long[] free) {}

  private record Closing(Ask ask, int candidate) {}

  Journal(Run run) {
    this.run = run;
    this.batch = run.batch;
    this.nodeCount = batch.nodes.size();
    this.limits = new long[run.limits.length][];
    begin();
  }

  /// A question begins.
  void begin() {
    question = ++run.questions;
    draftsBefore = run.drafts.size();
    orderBefore = run.order.size();
    bindOrderBefore = run.bindOrder.size();
    deferredBefore = List.copyOf(run.deferredPods);
  }

  void counted(CountGroup group, int domain, int pods) {
    if (counted == groups.length) {
      groups = Arrays.copyOf(groups, counted * 2);
      domains = Arrays.copyOf(domains, counted * 2);
      amounts = Arrays.copyOf(amounts, counted * 2);
    }
    groups[counted] = group;
    domains[counted] = domain;
    amounts[counted++] = pods;
  }

  void suspending(CountGroup group) {
    suspensions.add(new Suspension(group, group.blocked.clone(), group.pendingAt.clone()));
  }

  /// What an ask knows of drafts holds for this question only, and what it knew of their prices
  /// only for those that have not moved.
  void touch(Ask ask) {
    if (ask.question == question) return;
    ask.question = question;
    int from = nodeCount >>> 6;
    asks.add(
        new AskWords(
            ask,
            Arrays.copyOfRange(ask.open, from, ask.open.length),
            Arrays.copyOfRange(ask.free, from, ask.free.length)));
    for (int w = from; w < Math.min(moved.length, ask.free.length); w++) ask.free[w] |= moved[w];
  }

  /// `candidate`, an existing node that pods of this question came to, refuses `ask`.
  void closing(Ask ask, int candidate) {
    closings.add(new Closing(ask, candidate));
  }

  void priceMoved(int draft) {
    if (Bits.words(draft + 1) > moved.length) moved = Bits.grown(moved, draft + 1);
    Bits.set(moved, draft);
    for (AskWords words : asks) {
      if (draft >>> 6 < words.ask.free.length) Bits.set(words.ask.free, draft);
    }
  }

  void touch(NodeSlot slot, int index, Ask ask) {
    if (!slot.mark(ask)) return;
    if (touchedNodeCount == touchedNodes.length) {
      touchedNodes = Arrays.copyOf(touchedNodes, touchedNodeCount * 2);
    }
    touchedNodes[touchedNodeCount++] = index;
  }

  /// The nodes pods of this question came to, in the order they are tried.
  int[] touchedNodes() {
    int[] touched = Arrays.copyOf(touchedNodes, touchedNodeCount);
    Arrays.sort(touched);
    return touched;
  }

  void touch(Draft draft) {
    touchLimits(draft.template);
    if (draft.index >= nodeCount + draftsBefore || draft.question == question) return;
    draft.question = question;
    drafts.add(draft);
    draftsRestored.add(draft.snapshot());
  }

  void touchLimits(int template) {
    if (limits[template] == null) limits[template] = run.limits[template].save();
  }

  void touchReservations() {
    if (reservations == null) reservations = run.reservations.save();
  }

  void undo() {
    while (counted > 0) {
      counted--;
      if (amounts[counted] > 0) groups[counted].take(domains[counted], amounts[counted]);
      else groups[counted].add(domains[counted], -amounts[counted]);
    }
    for (Suspension one : suspensions.reversed()) {
      System.arraycopy(one.blocked, 0, one.group.blocked, 0, one.blocked.length);
      one.group.pendingAt = one.pendingAt;
    }
    suspensions.clear();
    for (int i = 0; i < touchedNodeCount; i++) {
      NodeSlot slot = batch.nodes.get(touchedNodes[i]);
      if (keptMarks.isEmpty()) slot.restore();
      else slot.restore(keptMarks.get(i));
    }
    if (!keptMarks.isEmpty()) reopenTouched();
    keptMarks.clear();
    touchedNodeCount = 0;
    undoAsks();
    undoDrafts();
    for (int t = 0; t < limits.length; t++) {
      long[] saved = limits[t];
      if (saved != null) run.limits[t].restore(saved);
      limits[t] = null;
    }
    if (reservations != null) run.reservations.restore(reservations);
    reservations = null;
    truncate(run.order, orderBefore);
    truncate(run.bindOrder, bindOrderBefore);
    run.deferredPods.clear();
    run.deferredPods.addAll(deferredBefore);
    run.limitsBound = false;
    run.openedToSave = false;
  }

  /// What was placed stays while another journal notes what comes after it; that one must have
  /// undone all before this one does.
  void settle() {
    for (int i = 0; i < touchedNodeCount; i++) {
      keptMarks.add(batch.nodes.get(touchedNodes[i]).unmark());
    }
  }

  /// Since pods settled there others may have learnt that nodes are full.
  private void reopenTouched() {
    for (Ask ask : batch.askList) {
      for (int i = 0; i < touchedNodeCount; i++) {
        if (touchedNodes[i] >>> 6 < ask.open.length) Bits.set(ask.open, touchedNodes[i]);
      }
    }
  }

  private void undoAsks() {
    for (Closing closing : closings) Bits.set(closing.ask.open, closing.candidate);
    closings.clear();
    int from = nodeCount >>> 6;
    for (AskWords words : asks) {
      restore(words.ask.open, words.open, from);
      restore(words.ask.free, words.free, from);
    }
    asks.clear();
    Arrays.fill(moved, 0);
  }

  private static void restore(long[] bits, long[] saved, int from) {
    System.arraycopy(saved, 0, bits, from, saved.length);
    Arrays.fill(bits, from + saved.length, bits.length, -1L);
  }

  private void undoDrafts() {
    truncate(run.drafts, draftsBefore);
    for (Runnable restore : draftsRestored) restore.run();
    for (Draft draft : drafts) {
      for (KeySpace space : batch.keySpaces()) {
        space.locate(
            draft.index, draft.state.domains(space), space.isLackedBy(draft.state.requirements));
      }
    }
    drafts.clear();
    draftsRestored.clear();
  }

  private static void truncate(List<?> list, int size) {
    list.subList(size, list.size()).clear();
  }
}
