package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Backlog.Alike;
import karpenter.core.scheduling.Backlog.Waiting;
import karpenter.core.scheduling.NodePlanner.Plan;

/// Fills a node that was just opened with pods that wait, up to its planned price
/// (docs/scheduling.md, section 5). Owned by one run.
final class NodeFiller {
  /// Places a pod on a draft if it fits there at no more than a price.
  interface Seats {
    boolean take(Draft draft, Pod pod, Waiting waiting, double most);
  }

  private final Backlog backlog;
  private final NodePlanner planner;
  private final Seats seats;
  private final double[] room;
  private final long[] free;

  NodeFiller(Batch batch, Backlog backlog, NodePlanner planner, Seats seats) {
    this.backlog = backlog;
    this.planner = planner;
    this.seats = seats;
    this.room = new double[batch.resources.known()];
    this.free = new long[batch.resources.known()];
  }

  void fill(Draft draft, Plan plan, int tier) {
    Template template = draft.space.template;
    for (int r = 0; r < room.length; r++) {
      room[r] = Math.max(1, template.room[r].amount(plan.row()));
    }
    List<Guest> guests = new ArrayList<>();
    List<Waiting> apart = new ArrayList<>();
    for (Alike one : backlog.alike) {
      if (one.forOneNode == 0 || one.share == Double.POSITIVE_INFINITY || one.tier != tier)
        continue;
      if (!planner.isWelcome(draft.template, draft.state, plan.row(), one)) continue;
      guests.add(new Guest(one, NodePlanner.density(template, draft.state, plan.row(), one)));
      for (Waiting waiting : one.classes) {
        if (waiting.keepsApart && waiting.count > 0) apart.add(waiting);
      }
    }
    takeApart(draft, plan, apart);
    takeBest(draft, plan, guests);
  }

  /// Pods that keep apart need many nodes, whatever their size: those that need most go first.
  private void takeApart(Draft draft, Plan plan, List<Waiting> apart) {
    apart.sort(
        Comparator.comparingDouble((Waiting one) -> (double) one.count / one.perNode).reversed());
    measure(draft, plan);
    for (Waiting waiting : apart) {
      for (int taken = 0; taken < waiting.perNode; taken++) {
        if (use(waiting.alike.ask.requests) < 0 || !take(draft, plan, waiting)) break;
        measure(draft, plan);
      }
    }
  }

  /// Always the pods that use most of what is left, in the proportions in which it is left.
  private void takeBest(Draft draft, Plan plan, List<Guest> guests) {
    while (true) {
      measure(draft, plan);
      Guest best = null;
      double most = 0;
      for (int i = guests.size() - 1; i >= 0; i--) {
        Guest guest = guests.get(i);
        double use = guest.pods.forOneNode == 0 ? -1 : use(guest.pods.ask.requests);
        if (use < 0) {
          guests.set(i, guests.getLast());
          guests.removeLast();
        } else if (best == null || use * guest.density > most) {
          best = guest;
          most = use * guest.density;
        }
      }
      if (best == null) return;
      if (!takeOne(draft, plan, best)) guests.remove(best);
    }
  }

  private boolean takeOne(Draft draft, Plan plan, Guest guest) {
    while (guest.at < guest.pods.classes.size()) {
      Waiting waiting = guest.pods.classes.get(guest.at);
      if (!waiting.keepsApart && take(draft, plan, waiting)) return true;
      guest.at++;
    }
    return false;
  }

  private boolean take(Draft draft, Plan plan, Waiting waiting) {
    Pod pod = backlog.first(waiting);
    return pod != null && seats.take(draft, pod, waiting, plan.price());
  }

  private void measure(Draft draft, Plan plan) {
    Threshold[] rooms = draft.space.template.room;
    for (int r = 0; r < free.length; r++) free[r] = rooms[r].amount(plan.row()) - draft.used[r];
  }

  /// Negative where such a pod does not fit.
  private double use(long[] requests) {
    double use = 0;
    for (int r = 0; r < free.length; r++) {
      if (requests[r] > free[r]) return -1;
      use += requests[r] / room[r] * (free[r] / room[r]);
    }
    return use;
  }

  /// Pods that may come.
  private static final class Guest {
    final Alike pods;
    final double density;

    /// The class that is tried next; those before it have nobody who could come.
    int at;

    Guest(Alike pods, double density) {
      this.pods = pods;
      this.density = density;
    }
  }
}
