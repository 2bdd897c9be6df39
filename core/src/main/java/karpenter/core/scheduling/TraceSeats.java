package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.Refusal.AntiAffinity;
import karpenter.core.scheduling.Refusal.AntiAffinity.Side;

/// Which pod sits where, so that a refusal can name those in the way.
final class TraceSeats {
  private final Run run;
  private final Batch batch;
  private final List<Seat> seats = new ArrayList<>();

  /// @param candidate nodes first, then drafts
  private record Seat(Pod pod, int candidate) {}

  TraceSeats(Run run) {
    this.run = run;
    this.batch = run.batch;
    Map<String, Integer> byName = new HashMap<>();
    for (int i = 0; i < batch.nodes.size(); i++) byName.put(batch.nodes.get(i).node.name(), i);
    Set<String> pending = new HashSet<>();
    for (Pod pod : batch.problem.pending()) pending.add(pod.uid());
    for (var bound : batch.problem.bound()) {
      Integer node = byName.get(bound.node());
      if (node != null && !pending.contains(bound.pod().uid())) {
        seats.add(new Seat(bound.pod(), node));
      }
    }
    for (int i = 0; i < batch.nodes.size(); i++) {
      for (Pod pod : batch.nodes.get(i).pods) seats.add(new Seat(pod, i));
    }
    for (int i = 0; i < run.drafts.size(); i++) {
      for (Pod pod : run.drafts.get(i).pods) seats.add(new Seat(pod, batch.nodes.size() + i));
    }
  }

  /// Some of the pods a group counts on a host.
  List<String> onHost(CountGroup group, Side side, int candidate) {
    return seats.stream()
        .filter(seat -> seat.candidate() == candidate && isMeant(seat.pod(), group, side))
        .map(seat -> seat.pod().fullName())
        .limit(AntiAffinity.MAX_NAMED)
        .toList();
  }

  /// Some of the pods a group counts in any of these domains of its key.
  List<String> in(CountGroup group, KeySpace space, Side side, long[] domains) {
    return seats.stream()
        .filter(seat -> mayBeIn(seat.candidate(), space, domains))
        .filter(seat -> isMeant(seat.pod(), group, side))
        .map(seat -> seat.pod().fullName())
        .limit(AntiAffinity.MAX_NAMED)
        .toList();
  }

  private boolean mayBeIn(int candidate, KeySpace space, long[] domains) {
    if (candidate < batch.nodes.size()) {
      String value = batch.nodes.get(candidate).node.labels().get(space.key);
      return value != null && Bits.get(domains, space.idOf(value));
    }
    State state = run.drafts.get(candidate - batch.nodes.size()).state;
    if (space.isLackedBy(state.requirements)) return false;
    long[] common = state.domains(space).clone();
    Bits.and(common, domains);
    return !Bits.isEmpty(common);
  }

  private boolean isMeant(Pod pod, CountGroup group, Side side) {
    PodSpec spec = pod.spec();
    return switch (side) {
      case OURS -> group.key.selects(spec.namespace(), spec.labels());
      case THEIRS ->
          spec.antiAffinity().stream().anyMatch(term -> batch.inverse.of(term, spec) == group);
    };
  }
}
