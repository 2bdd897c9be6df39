package karpenter.core.scheduling;

import karpenter.core.scheduling.Backlog.Alike;
import karpenter.core.scheduling.Backlog.Waiting;
import org.jspecify.annotations.Nullable;

/// Plans how large a new node should be: the size at which the pods that still wait would share its
/// cost most cheaply (docs/scheduling.md, section 5). A plan looks at labels and resources, and at
/// how many pods of a class may be together; what the node gets in the end is decided pod by pod.
/// Holds scratch space; owned by one run.
final class NodePlanner {
  /// A pod that is worth less than this part of the room it would take stays away: it would fill
  /// dear nodes with pods that can be had on cheap ones.
  static final double LEAST_DENSITY = 0.5;

  private static final double SAME_RATIO = 1e-9;

  /// A node to be bought.
  ///
  /// @param row what it is planned to be
  /// @param price the price up to which it is filled
  /// @param share what the pod it is opened for has to bear of its cost
  record Plan(int row, double price, double share) {}

  private final Batch batch;
  private final Backlog backlog;
  private final PlanGuests guests;
  private final Remnants remnants;

  /// What is counted for the room that stays empty: the last node of its kind is seldom full.
  enum Remnants {
    NOTHING,
    /// The share of one mean pod on each node, so that fewer and larger nodes are planned.
    MEAN_POD,
    /// Less than nothing: nodes are planned as if they cost no more than their instances, so that
    /// more and smaller ones are.
    FREE_NODES;

    double cost(double nodeCost, double meanShare) {
      return switch (this) {
        case NOTHING -> nodeCost;
        case MEAN_POD -> nodeCost + meanShare;
        case FREE_NODES -> 0;
      };
    }
  }

  NodePlanner(Batch batch, Backlog backlog, Remnants remnants) {
    this.remnants = remnants;
    this.batch = batch;
    this.backlog = backlog;
    this.guests = new PlanGuests(batch, backlog);
  }

  /// Null where nothing can be planned for such a pod.
  ///
  /// @param fresh what a new node would be for one pod of the class alone
  @Nullable Plan plan(int template, PodClass podClass, Profile profile, Trial fresh) {
    Waiting own = backlog.of(podClass);
    backlog.reprice();
    double ownShare = backlog.share(profile.ask());
    if (own == null || ownShare == Double.POSITIVE_INFINITY) return null;
    StateSpace space = batch.spaces[template];
    State state = fresh.state;
    double nodeCost = remnants.cost(space.template.pool.nodeCost(), backlog.meanShare);
    guests.gather(template, state, own.alike);
    double best = Double.POSITIVE_INFINITY;
    int planned = -1;
    for (int row : batch.shares().frontier(space, state)) {
      if (!Bits.get(fresh.rows, row)) continue;
      double carried = ownShare + guests.carried(space.template, state, row, profile.ask());
      double ratio = (state.price[row] + nodeCost) / carried;
      // Among equals the largest: fewer nodes.
      if (ratio < best * (1 + SAME_RATIO)) {
        best = Math.min(best, ratio);
        planned = row;
      }
    }
    return planned < 0 ? null : new Plan(planned, state.price[planned], best * ownShare);
  }

  /// Whether such pods may come to the node without making it dearer, and are worth their room.
  boolean isWelcome(int template, State state, int row, Alike pods) {
    StateSpace space = batch.spaces[template];
    if (!pods.ask.labels.toleratesTemplate(template, space.template)) return false;
    if (density(space.template, state, row, pods) < LEAST_DENSITY) return false;
    State reached = space.step(state, pods.ask.labels.node);
    return reached != State.IMPOSSIBLE
        && Bits.get(reached.rows, row)
        && reached.price[row] <= state.price[row] + Search.SAME_PRICE;
  }

  /// What such a pod is worth compared with the part of the node it takes.
  static double density(Template template, State state, int row, Alike pods) {
    double part = 0;
    for (int r = 0; r < template.room.length; r++) {
      long asked = pods.ask.requests[r];
      if (asked > 0) part = Math.max(part, asked / (double) template.room[r].amount(row));
    }
    return part == 0 ? 1 : pods.share / ((state.price[row] + template.pool.nodeCost()) * part);
  }
}
