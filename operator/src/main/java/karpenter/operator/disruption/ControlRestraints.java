package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Churn;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Demand;
import karpenter.core.disruption.DeviceRooms;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Plan;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.Successor;
import karpenter.core.disruption.Worth;
import karpenter.core.disruption.control.Controls;
import karpenter.core.disruption.control.Judgement;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.control.ControlSource;
import karpenter.operator.control.Ledger;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// The controls that annotations set. One thread uses it: what it knows of a snapshot is kept for
/// as long as that is the one asked about.
final class ControlRestraints implements Restraints {
  private final ControlSource source;
  private final Ledger ledger;
  private final double evictionPrice;
  private Controls known = Controls.NONE;
  private @Nullable ClusterSnapshot knownOf;
  private Instant knownAt = Instant.MIN;

  ControlRestraints(LoopContext context) {
    this.source = new ControlSource(context.settings());
    this.ledger = new Ledger(context);
    this.evictionPrice = context.settings().evictionPrice();
  }

  @SuppressWarnings("ReferenceEquality") // a snapshot is the same when it is the same object
  private Controls controls(ClusterSnapshot snapshot, Instant now) {
    if (snapshot != knownOf || !now.equals(knownAt)) {
      known = source.at(snapshot, now);
      knownOf = snapshot;
      knownAt = now;
    }
    return known;
  }

  @Override
  public List<Obstacle> of(
      Candidate candidate, Method method, ClusterSnapshot snapshot, Instant now) {
    return controls(snapshot, now).judge(candidate.claim(), candidate.pool(), method).obstacles();
  }

  @Override
  public Worth worth(ClusterSnapshot snapshot, Instant now) {
    var controls = controls(snapshot, now);
    return new Worth() {
      private @Nullable Demand demand;
      private final Map<String, Optional<Instant>> bought = new HashMap<>();
      private @Nullable DeviceRooms rooms;
      private @Nullable Instant next;

      @Override
      public double evictionPrice(Candidate candidate) {
        return judged(candidate, Method.SINGLE_NODE).pricePerEviction();
      }

      @Override
      public Optional<Obstacle> shortcoming(Plan plan) {
        var judgement = Judgement.FREE;
        double price = 0;
        for (var candidate : plan.candidates()) {
          judgement = judgement.and(judged(candidate, plan.method()));
          price += candidate.cost();
        }
        return judgement.shortcomings(plan.saving(), price, plan.evictions()).stream()
            .findFirst()
            .or(() -> Successor.shortcoming(plan, this::demand, now))
            .or(() -> notEarned(plan));
      }

      @Override
      public Optional<Instant> next() {
        return Optional.ofNullable(next);
      }

      private Optional<Obstacle> notEarned(Plan plan) {
        var why = Churn.shortcoming(plan, this::dollarsPerEviction, this::bought, this::rooms, now);
        if (why.isPresent() && (next == null || why.get().until().isBefore(next))) {
          next = why.get().until();
        }
        return why.map(obstacle -> obstacle);
      }

      private double dollarsPerEviction(Candidate candidate) {
        return controls.evictionPrice(candidate.claim(), candidate.pool()).orElse(evictionPrice);
      }

      private Optional<Instant> bought(String pool) {
        return bought.computeIfAbsent(pool, name -> Churn.bought(snapshot.claimsOfPool(name)));
      }

      /// Looked up once, and only if a move may have to wait.
      private DeviceRooms rooms() {
        if (rooms == null) {
          var nodes =
              snapshot.nodes().stream()
                  .map(node -> new StateNode(Optional.of(node), snapshot.claimOf(node)))
                  .toList();
          rooms = DeviceRooms.of(nodes, snapshot::podsOn);
        }
        return rooms;
      }

      @Override
      public boolean maySplit(Candidate candidate) {
        return judged(candidate, Method.SINGLE_NODE).maySplit();
      }

      /// Summed up once, and only if somebody asks.
      private Demand demand() {
        if (demand == null) {
          demand = Demand.of(snapshot.all(Kind.PODS));
        }
        return demand;
      }

      private Judgement judged(Candidate candidate, Method method) {
        return controls.judge(candidate.claim(), candidate.pool(), method);
      }
    };
  }

  @Override
  public OptionalInt left(PoolFacts pool, Reason reason, ClusterSnapshot snapshot, Instant now) {
    return controls(snapshot, now).left(pool, reason);
  }

  @Override
  public OptionalInt left(ClusterSnapshot snapshot, Instant now) {
    return controls(snapshot, now).left();
  }

  @Override
  public Optional<String> begin(Command command) throws Unreachable, InterruptedException {
    var claims = new TreeMap<String, List<Candidate>>();
    for (var candidate : command.candidates()) {
      claims.computeIfAbsent(candidate.pool().name(), _ -> new ArrayList<>()).add(candidate);
    }
    for (var entry : claims.entrySet()) {
      var taken = entry.getValue().stream().map(Candidate::claim).toList();
      var refused = ledger.begin(entry.getKey(), taken, command.method());
      if (refused.isPresent()) {
        return refused;
      }
    }
    return Optional.empty();
  }

  @Override
  public Optional<Instant> next(ClusterSnapshot snapshot, Instant now) {
    return controls(snapshot, now).nextChange();
  }
}
