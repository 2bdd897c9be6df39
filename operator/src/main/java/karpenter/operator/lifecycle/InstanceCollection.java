package karpenter.operator.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.Owner;
import karpenter.core.lifecycle.Marks;
import karpenter.core.termination.DrainPlan;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Instance;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes machines that no NodeClaim has: what is left when a claim was deleted while its launch
/// was under way and we died before writing the machine down.
///
/// A machine is ended only when two rounds in a row found it without a claim, each of them
/// 1. in our own view,
/// 2. in a complete list from the API server that holds every claim we know of,
/// 3. by asking for the claim that its Node names as its owner.
///
/// Machines are listed before claims, so that a claim written in between is seen. Pods on its Node
/// are drained first.
final class InstanceCollection implements Loop<Loop.Singleton> {
  static final String NAME = "instance.garbagecollection";
  private static final Logger LOG = LoggerFactory.getLogger(InstanceCollection.class);

  /// A launch that is not written down yet is younger than this.
  private static final Duration MIN_AGE = Duration.ofSeconds(30);

  private static final Duration FIRST_PERIOD = Duration.ofSeconds(10);
  private static final Duration PERIOD = Duration.ofMinutes(2);

  /// After a start there may be something to clear up, so the first rounds come sooner.
  private static final int FIRST_ROUNDS = 20;

  private static final int AT_ONCE = 100;

  private final LoopContext ctx;
  private final Told told;
  private final Suspects<Instance> suspects = new Suspects<>(Instance::providerId);
  private int rounds;

  InstanceCollection(LoopContext ctx) {
    this.ctx = ctx;
    this.told = new Told(ctx, NAME);
  }

  @Override
  public String name() {
    return NAME;
  }

  /// What the claims say is theirs.
  ///
  /// @param claims uids of all of them
  /// @param waiting uids of claims that have no machine yet: a machine launched for one is theirs
  private record Owned(Set<String> claims, Set<String> providerIds, Set<String> waiting) {
    static Owned none() {
      return new Owned(new HashSet<>(), new HashSet<>(), new HashSet<>());
    }

    void add(String uid, String providerId) {
      claims.add(uid);
      if (providerId.isEmpty()) {
        waiting.add(uid);
      } else {
        providerIds.add(providerId);
      }
    }

    boolean holds(Instance instance) {
      return providerIds.contains(instance.providerId())
          || instance.claimUid().filter(waiting::contains).isPresent();
    }
  }

  @Override
  public Outcome reconcile(Loop.Singleton all) throws Unreachable, InterruptedException {
    try {
      var machines =
          ctx.provider().list().stream().filter(instance -> !instance.isTerminating()).toList();
      var round = suspects.next(orphans(machines), machines.size());
      if (round.held() > 0) {
        LOG.atWarn()
            .addKeyValue("held", round.held())
            .log("more instances without a nodeclaim than one round may delete");
      }
      for (var result : ctx.parallel().map(round.confirmed(), AT_ONCE, this::collect)) {
        if (result instanceof Result.Unanswered<Boolean>(var cause)) {
          return Outcome.failed(String.valueOf(cause.getMessage()));
        }
      }
    } catch (Unreachable unreachable) {
      suspects.clear();
      throw unreachable;
    }
    boolean isSoon = ++rounds < FIRST_ROUNDS || !suspects.isEmpty();
    return Outcome.again(isSoon ? FIRST_PERIOD : PERIOD);
  }

  private List<Instance> orphans(List<Instance> machines) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    var known = known();
    var unknown =
        machines.stream()
            .filter(instance -> isOld(instance, now) && !known.holds(instance))
            .toList();
    if (unknown.isEmpty()) {
      return List.of();
    }
    var stored = stored();
    if (!stored.claims().containsAll(known.claims())) {
      // Either claims went this very moment, or the list is not whole: the next round will tell.
      LOG.atWarn()
          .addKeyValue("listed", stored.claims().size())
          .addKeyValue("known", known.claims().size())
          .log("the list of nodeclaims lacks some that are known, deleting no instances");
      return List.of();
    }
    var orphans = unknown.stream().filter(instance -> !stored.holds(instance)).toList();
    for (var orphan : orphans) {
      requireNoOwner(orphan);
    }
    return orphans;
  }

  private static boolean isOld(Instance instance, Instant now) {
    return Duration.between(instance.created(), now).compareTo(MIN_AGE) > 0;
  }

  private Owned known() {
    var owned = Owned.none();
    for (var claim : ctx.state().snapshot().claims()) {
      owned.add(claim.meta().uid(), claim.providerId().orElse(""));
    }
    return owned;
  }

  private Owned stored() throws Unreachable, InterruptedException {
    var owned = Owned.none();
    for (var claim : ctx.kube().list(Resource.NODE_CLAIMS, "")) {
      owned.add(
          claim.path("metadata").path("uid").asText(""),
          claim.path("status").path("providerID").asText(""));
    }
    return owned;
  }

  /// A claim that the machine's Node names as its owner, and that exists, shows that the list of
  /// claims was wrong, and so is everything else that follows from it.
  private void requireNoOwner(Instance orphan) throws Unreachable, InterruptedException {
    for (var node : ctx.state().snapshot().nodesWithProviderId(orphan.providerId())) {
      for (var owner : node.meta().owners()) {
        if (owner.kind().equals(Resource.NODE_CLAIMS.kind()) && exists(owner)) {
          throw new Unreachable(
              "the list of nodeclaims lacks %s, which exists".formatted(owner.name()));
        }
      }
    }
  }

  private boolean exists(Owner owner) throws Unreachable, InterruptedException {
    return switch (ctx.kube().get(Resource.NODE_CLAIMS, ObjectKey.cluster(owner.name()))) {
      case Answer.Done(var claim) ->
          claim.path("metadata").path("uid").asText().equals(owner.uid());
      case Answer.NotFound _ -> false;
      case Answer.Refused(_, _, var message, _) -> throw new Unreachable(message);
      case Answer.AlreadyExists _, Answer.Conflict _ ->
          throw new IllegalStateException("reading conflicts with nothing");
    };
  }

  private boolean collect(Instance instance) throws Unreachable, InterruptedException {
    var id = instance.providerId();
    var nodes = ctx.state().snapshot().nodesWithProviderId(id);
    boolean isDraining = false;
    for (var node : nodes) {
      isDraining |= drains(node);
    }
    if (isDraining) {
      delete(nodes, id);
      return false;
    }
    ctx.provider().delete(id);
    LOG.atInfo().addKeyValue("provider-id", id).log("deleting instance that no nodeclaim has");
    told.decided(
        "InstanceCollected",
        "Instance/" + id,
        "No claim has it",
        Map.of(
            "claim-uid", instance.claimUid().orElse(""), "created", instance.created().toString()));
    delete(nodes, id);
    return true;
  }

  /// Whether pods run there that deleting the Node will drain. Asked of the API server, because
  /// pods are lost with the machine.
  private boolean drains(NodeFacts node) throws Unreachable, InterruptedException {
    if (!node.meta().hasFinalizer(Marks.FINALIZER)) {
      return false;
    }
    for (var pod : ctx.kube().podsOn(node.name())) {
      ctx.state().echo(Resource.PODS, pod);
    }
    var pods = ctx.state().snapshot().podsOn(node.name());
    return !DrainPlan.of(pods, Optional.empty(), ctx.clock().instant()).waiting().isEmpty();
  }

  private void delete(Collection<NodeFacts> nodes, String id)
      throws Unreachable, InterruptedException {
    for (var node : nodes) {
      if (!node.meta().isDeleting()) {
        ctx.writer()
            .delete(Resource.NODES, ObjectKey.cluster(node.name()), Deletion.of(node.meta().uid()));
        LOG.atInfo()
            .addKeyValue("Node", node.name())
            .addKeyValue("provider-id", id)
            .log("deleting node of an instance that no nodeclaim has");
      }
    }
  }
}
