package karpenter.bench.simple;

import java.util.List;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PodKind;

/// Fills one node after the other, as greedy set covering does: for the largest pod that is left,
/// every offer is filled on trial with what is left, and the one with the least cost for what it
/// would hold is bought and filled.
record NodeByNode() implements Packer {

  @Override
  public void pack(PackingRun run) {
    var kinds = run.model().kinds().stream().sorted(run.demand().byDominantShare()).toList();
    int before = -1;
    while (run.order().size() != before) {
      before = run.order().size();
      for (var kind : kinds) while (run.remaining(kind) > 0 && open(kind, kinds, run)) {}
    }
  }

  private static boolean open(PodKind first, List<PodKind> kinds, PackingRun run) {
    // A pod that was held back by rules between pods may fit a node by now.
    for (var node : run.nodes())
      if (run.fits(first, node)) {
        run.place(first, node);
        return true;
      }
    var offers = run.openable(first);
    if (offers.isEmpty()) return false;
    var left = kinds.stream().filter(kind -> run.remaining(kind) > 0).toList();
    NodeOffer best = offers.getFirst();
    double least = Double.POSITIVE_INFINITY;
    for (var offer : offers) {
      double ratio = run.demand().cost(offer) / trial(first, left, offer, run);
      if (ratio < least) {
        least = ratio;
        best = offer;
      }
    }
    var node = run.open(best);
    run.place(first, node);
    for (var kind : left)
      while (run.remaining(kind) > 0 && run.fits(kind, node)) run.place(kind, node);
    return true;
  }

  /// How much an offer would hold. Rules between pods count only as far as they limit the pods of
  /// one kind on a node.
  private static double trial(PodKind first, List<PodKind> left, NodeOffer offer, PackingRun run) {
    long[] room = offer.room().toArray();
    take(first, 1, room);
    double size = run.demand().size(first);
    for (var kind : left) {
      if (!kind.accepts(offer)) continue;
      int already = kind == first ? 1 : 0;
      long most = Math.min(run.remaining(kind), run.mostPerNode(kind)) - already;
      for (int r = 0; r < room.length && most > 0; r++) {
        long wanted = kind.requests().get(r);
        if (wanted > 0) most = Math.min(most, room[r] / wanted);
      }
      if (most <= 0) continue;
      take(kind, most, room);
      size += most * run.demand().size(kind);
    }
    return size;
  }

  private static void take(PodKind kind, long pods, long[] room) {
    for (int r = 0; r < room.length; r++) room[r] -= pods * kind.requests().get(r);
  }
}
