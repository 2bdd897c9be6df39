package karpenter.bench.simple;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import karpenter.bench.check.PodKind;

/// Takes the pods one by one, largest first, puts each on a node that has room, and buys a node
/// where none has.
///
/// @param order of the kinds; pods of one kind follow each other
record PodByPod(Function<Demand, Comparator<PodKind>> order, Opening opening, Fit fit)
    implements Packer {

  @Override
  public void pack(PackingRun run) {
    var kinds = run.model().kinds().stream().sorted(order.apply(run.demand())).toList();
    int before = -1;
    // Pods that must be near others wait for them.
    while (run.order().size() != before) {
      before = run.order().size();
      kinds.forEach(kind -> placeAll(kind, run));
    }
  }

  private void placeAll(PodKind kind, PackingRun run) {
    if (run.remaining(kind) == 0) return;
    List<OpenNode> open = new ArrayList<>(run.nodes());
    open.removeIf(node -> !kind.accepts(node.offer()));
    while (run.remaining(kind) > 0) {
      open.removeIf(node -> !node.hasRoomFor(kind));
      var found = fit.find(kind, open, run);
      if (found.isPresent()) {
        run.place(kind, found.get());
        continue;
      }
      var offers = run.openable(kind);
      if (offers.isEmpty()) return;
      var node = run.open(opening.choose(kind, offers, run));
      run.place(kind, node);
      open.add(node);
    }
  }
}
