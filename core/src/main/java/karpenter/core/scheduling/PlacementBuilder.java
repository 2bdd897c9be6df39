package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.Placement.Unplaced;

/// Writes down what a run decided.
final class PlacementBuilder {
  private final Run run;
  private final Batch batch;

  PlacementBuilder(Run run) {
    this.run = run;
    this.batch = run.batch;
  }

  Placement build(List<Pod> unplaced) {
    return build(unplaced, IntStream.range(0, batch.nodes.size()).toArray());
  }

  /// @param nodes those that may have got pods, in the order they are tried
  Placement build(List<Pod> unplaced, int[] nodes) {
    List<NewNode> bought = new ArrayList<>(run.drafts.size());
    for (Draft draft : run.drafts) bought.add(newNode(draft));
    List<NodeUse> used = new ArrayList<>();
    for (int index : nodes) {
      NodeSlot slot = batch.nodes.get(index);
      if (!slot.pods.isEmpty()) used.add(new NodeUse(slot.node.name(), List.copyOf(slot.pods)));
    }
    var left = unplaced.stream().map(this::unplaced).toList();
    return new Placement(bought, used, left, run.order, run.bindOrder());
  }

  Unplaced unplaced(Pod pod) {
    return new Unplaced(
        pod,
        run.deferredPods.contains(pod),
        run.devices == null ? Optional.empty() : run.devices.refusal(pod));
  }

  NewNode newNode(Draft draft) {
    State state = finalState(draft);
    List<TypeChoice> types = types(state, draft);
    return new NewNode(
        draft.space.template.pool.name(),
        state.requirements,
        types,
        List.copyOf(draft.pods),
        requests(draft, state),
        types.isEmpty() ? draft.price : types.getFirst().price(),
        draft.minValuesRelaxed,
        run.devices == null ? Collections.emptySortedSet() : run.devices.drivers(draft.index),
        draft.space.template.pool.nodeCost());
  }

  /// A draft that holds reservations is launched into them and nothing else.
  private State finalState(Draft draft) {
    if (draft.reservations.isEmpty()) return draft.state;
    var narrowed =
        draft.state.requirements.replace(Template.CAPACITY_TYPE, ValueSet.in(Template.RESERVED));
    String label = batch.options.reservationLabel();
    if (!label.isEmpty()) narrowed = narrowed.replace(label, ValueSet.in(draft.reservations));
    return draft.space.stateOf(narrowed);
  }

  private List<TypeChoice> types(State state, Draft draft) {
    return draft.space.listing(state).types(draft.rows);
  }

  private Resources requests(Draft draft, State state) {
    Map<String, Long> amounts = new TreeMap<>();
    for (int r = 0; r < draft.used.length; r++) {
      if (draft.used[r] > 0) amounts.put(batch.resources.name(r), draft.used[r]);
    }
    var used = Resources.of(amounts);
    return batch.catalogue.daemons.isEmpty() ? used : used.plus(leastOverhead(draft, state));
  }

  private static Resources leastOverhead(Draft draft, State state) {
    Map<String, Long> least = new TreeMap<>();
    Template template = draft.space.template;
    long[] seen = Bits.none(template.rows.size());
    boolean isFirst = true;
    for (int r = Bits.first(draft.rows); r >= 0; r = Bits.next(draft.rows, r + 1)) {
      if (!Bits.get(state.rows, r)) continue;
      int number = template.daemonsNumber[r];
      if (Bits.get(seen, number)) continue;
      Bits.set(seen, number);
      var overhead = template.daemonsOfRow[r].overhead();
      if (isFirst) {
        for (String name : overhead.names()) least.put(name, overhead.get(name));
      } else {
        least.replaceAll((name, amount) -> Math.min(amount, overhead.get(name)));
      }
      isFirst = false;
    }
    least.values().removeIf(amount -> amount == 0);
    return Resources.of(least);
  }
}
