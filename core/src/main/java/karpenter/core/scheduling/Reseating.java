package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import org.jspecify.annotations.Nullable;

/// Places pods in a fresh run where a placement of the same problem has them, instead of searching
/// for the best place. Nodes are opened for the first pod that was on them; on existing nodes a
/// place is sought.
final class Reseating {
  private final Run run;
  private final Search search;
  private final List<NewNode> nodes;
  private final Map<Pod, Integer> seats;
  private final Map<Integer, Draft> opened = new HashMap<>();
  private final LimitsThen limits;

  /// What the limits of NodePools mean for nodes that are opened again.
  enum LimitsThen {
    /// What they mean for any new node: others are to be packed beside them.
    APPLY,
    /// Nothing until all pods are seated: then each node keeps the types it ended with, and the
    /// limits have the room they had. In between they had other room: they depend on the types
    /// nodes gave up on the way.
    AS_PLACED
  }

  Reseating(Run run, Placement placement, LimitsThen limits) {
    this.limits = limits;
    this.run = run;
    this.search = run.search;
    this.nodes = placement.newNodes();
    this.seats = seats(placement);
  }

  /// The number of the new node each pod of a placement is on.
  static Map<Pod, Integer> seats(Placement placement) {
    Map<Pod, Integer> seats = new IdentityHashMap<>(placement.order().size());
    for (int i = 0; i < placement.newNodes().size(); i++) {
      for (Pod pod : placement.newNodes().get(i).pods()) seats.put(pod, i);
    }
    return seats;
  }

  /// @param order pods in the order they were placed in
  /// @return those that no longer fit where they were
  List<Pod> place(List<Pod> order) {
    List<Pod> left = new ArrayList<>();
    for (Pod pod : order) {
      boolean placed =
          run.devices == null
              ? !run.isStopped() && place(pod, run.batch.classOf(pod))
              : run.noting(pod, podClass -> place(pod, podClass));
      if (!placed) left.add(pod);
    }
    if (limits == LimitsThen.AS_PLACED) {
      opened.forEach((seat, draft) -> run.keepTypes(draft, names(nodes.get(seat))));
    }
    return left;
  }

  private boolean place(Pod pod, PodClass podClass) {
    Integer seat = seats.get(pod);
    Draft draft = seat == null ? null : opened.get(seat);
    for (int index = 0; index < podClass.profileCount(); index++) {
      Profile profile = podClass.profile(index, run.batch.profiles);
      if (!finds(seat, draft, profile)) continue;
      run.commit(pod, podClass, profile);
      if (seat != null) seated(pod, seat, draft == null ? run.drafts.getLast() : draft);
      return true;
    }
    return false;
  }

  private boolean finds(@Nullable Integer seat, @Nullable Draft draft, Profile profile) {
    if (seat == null) return search.findExisting(profile);
    return draft == null
        ? search.findNew(profile, nodes.get(seat).pool(), limits)
        : search.findOn(draft, profile, Double.POSITIVE_INFINITY);
  }

  private static Set<String> names(NewNode node) {
    return node.types().stream().map(TypeChoice::type).collect(Collectors.toSet());
  }

  private void seated(Pod pod, int seat, Draft draft) {
    opened.put(seat, draft);
    boolean isLast = pod == nodes.get(seat).pods().getLast();
    if (isLast && limits == LimitsThen.APPLY) run.giveBackRoom(draft);
  }
}
