package karpenter.operator.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Demand;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Successor;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.Managed;
import karpenter.operator.provisioning.Replacements;
import karpenter.operator.provisioning.Replacements.Made;
import karpenter.operator.runtime.Parallel.Result;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;
import karpenter.operator.state.Written;
import karpenter.operator.statics.StaticClaims;

/// The claims that take the place of a command's nodes. Those of static pools come straight from
/// the template, within the pool's limit of nodes.
final class Substitutes {
  private static final int AT_ONCE = 50;

  private final LoopContext context;
  private final Replacements replacements;
  private final StaticClaims statics;

  Substitutes(LoopContext context, TypeSource types) {
    this.context = context;
    this.replacements = Replacements.with(context, types);
    this.statics = new StaticClaims(Managed.by(context.provider()), context.provider().labels());
  }

  /// What they will be called, each name for the claim at its place in the list.
  static List<String> names(Command command, String id, ClusterSnapshot snapshot, Instant now) {
    if (command.method() != Method.STATIC_DRIFT) {
      return Replacements.names(command.replacements(), id, now);
    }
    var names = new ArrayList<String>();
    for (var node : command.replacements()) {
      snapshot
          .pool(node.pool())
          .map(pool -> StaticClaims.names(pool, names.size() + 1, snapshot))
          .ifPresent(free -> names.add(free.getLast()));
    }
    return names;
  }

  Made create(Command command, CommandRecord record) throws InterruptedException {
    if (command.replacements().size() != record.replacements().size()) {
      return refused("a NodePool is gone");
    }
    return command.method() == Method.STATIC_DRIFT
        ? createStatic(command, record)
        : replacements.create(
            command.replacements(),
            record.replacements(),
            annotations(command, record),
            command.names());
  }

  private SortedMap<String, String> annotations(Command command, CommandRecord record) {
    var annotations = new TreeMap<>(record.annotations());
    if (command.method().isConsolidation()) {
      var demand = Demand.of(context.state().snapshot().all(Kind.PODS));
      annotations.putAll(Successor.annotations(command.method(), demand));
    }
    return annotations;
  }

  private Made createStatic(Command command, CommandRecord record) throws InterruptedException {
    var snapshot = context.state().snapshot();
    var poolName = command.replacements().getFirst().pool();
    var pool = snapshot.pool(poolName).filter(statics::mayGrow);
    if (pool.isEmpty()) {
      return refused("NodePool " + poolName + " is of no use now");
    }
    if (StaticClaims.room(pool.get(), snapshot) < record.replacements().size()) {
      return refused("NodePool " + poolName + " has as many nodes as its limit allows");
    }
    return made(
        context
            .parallel()
            .map(record.replacements(), AT_ONCE, name -> createStatic(name, pool.get(), record)));
  }

  private Written<ClaimFacts> createStatic(String name, PoolState pool, CommandRecord record)
      throws Unreachable, InterruptedException {
    return context.writer().createClaim(statics.tree(name, pool, record.annotations()));
  }

  private static Made made(List<Result<Written<ClaimFacts>>> results) {
    var created = new ArrayList<ClaimFacts>();
    Optional<String> refusal = Optional.empty();
    Optional<Unreachable> silence = Optional.empty();
    for (var result : results) {
      switch (result) {
        case Result.Answered(Written.Stored(var claim)) -> created.add(claim);
        case Result.Answered(var written) -> refusal = Optional.of(written.toString());
        case Result.Unanswered(var cause) -> silence = Optional.of(cause);
      }
    }
    return new Made(created, refusal, silence);
  }

  private static Made refused(String reason) {
    return new Made(List.of(), Optional.of(reason), Optional.empty());
  }
}
