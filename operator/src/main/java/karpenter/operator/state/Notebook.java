package karpenter.operator.state;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;

/// Our notes, and when they end: with the object they are about. Never changes.
record Notebook(
    PersistentMap<String, Instant> nominated,
    SortedSet<String> markedForDeletion,
    PersistentMap<String, String> promised,
    PersistentMap<String, Integer> bufferPods) {

  static final Notebook EMPTY =
      new Notebook(
          PersistentMap.empty(),
          Collections.emptySortedSet(),
          PersistentMap.empty(),
          PersistentMap.empty());

  ClusterSnapshot.Notes notes() {
    return new ClusterSnapshot.Notes(nominated, markedForDeletion, promised, bufferPods);
  }

  Notebook with(Note note) {
    return switch (note) {
      case Note.Nominated(var node, var until) ->
          new Notebook(nominated.with(node, until), markedForDeletion, promised, bufferPods);
      case Note.Lapsed(var now) ->
          new Notebook(holding(now), markedForDeletion, promised, bufferPods);
      case Note.MarkedForDeletion(var claim) ->
          new Notebook(nominated, marked(claim, true), promised, bufferPods);
      case Note.UnmarkedForDeletion(var claim) ->
          new Notebook(nominated, marked(claim, false), promised, bufferPods);
      case Note.Promised(var pod, var claim) ->
          new Notebook(nominated, markedForDeletion, promised.with(pod, claim), bufferPods);
      case Note.BufferPods(var counts) -> {
        PersistentMap<String, Integer> all = PersistentMap.empty();
        for (var count : new TreeMap<>(counts).entrySet()) {
          all = all.with(count.getKey(), count.getValue());
        }
        yield new Notebook(nominated, markedForDeletion, promised, all);
      }
    };
  }

  private PersistentMap<String, Instant> holding(Instant now) {
    PersistentMap<String, Instant> holding = PersistentMap.empty();
    for (var promise : nominated.entrySet()) {
      if (promise.getValue().isAfter(now)) {
        holding = holding.with(promise.getKey(), promise.getValue());
      }
    }
    return holding;
  }

  private SortedSet<String> marked(String claim, boolean isMarked) {
    if (markedForDeletion.contains(claim) == isMarked) {
      return markedForDeletion;
    }
    var changed = new TreeSet<>(markedForDeletion);
    if (isMarked) {
      changed.add(claim);
    } else {
      changed.remove(claim);
    }
    return Collections.unmodifiableSortedSet(changed);
  }

  /// Without what was noted about an object that is gone.
  Notebook without(Object gone) {
    return switch (gone) {
      case PodFacts pod ->
          new Notebook(nominated, markedForDeletion, promised.without(pod.uid()), bufferPods);
      case ClaimFacts claim ->
          new Notebook(
              nominated.without(claim.name()),
              marked(claim.name(), false),
              promised,
              bufferPods.without(claim.name()));
      case NodeFacts node ->
          new Notebook(nominated.without(node.name()), markedForDeletion, promised, bufferPods);
      default -> this;
    };
  }
}
