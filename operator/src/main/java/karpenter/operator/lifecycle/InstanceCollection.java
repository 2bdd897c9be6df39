package karpenter.operator.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.Instance;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel.Result;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes machines that no claim has (spec 02 §1.13): what is left when a claim was deleted while
/// its launch was under way and we died before writing the machine down.
///
/// Machines are listed before claims, so that a claim written in between is seen. A machine that
/// looks forlorn is checked against the API server itself, since our own view may be behind.
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
  /// @param waiting uids of claims that have no machine yet: a machine launched for one is theirs
  private record Owned(Set<String> providerIds, Set<String> waiting) {
    boolean holds(Instance instance) {
      return providerIds.contains(instance.providerId())
          || instance.claimUid().filter(waiting::contains).isPresent();
    }
  }

  @Override
  public Outcome reconcile(Loop.Singleton all) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    var old =
        ctx.provider().list().stream()
            .filter(instance -> !instance.isTerminating() && isOld(instance, now))
            .toList();
    var known = known();
    var forlorn = old.stream().filter(instance -> !known.holds(instance)).toList();
    if (!forlorn.isEmpty()) {
      var stored = stored();
      forlorn = forlorn.stream().filter(instance -> !stored.holds(instance)).toList();
      for (var result : ctx.parallel().map(forlorn, AT_ONCE, this::collect)) {
        if (result instanceof Result.Unanswered<Boolean>(var cause)) {
          return Outcome.failed(String.valueOf(cause.getMessage()));
        }
      }
    }
    return Outcome.again(++rounds < FIRST_ROUNDS ? FIRST_PERIOD : PERIOD);
  }

  private static boolean isOld(Instance instance, Instant now) {
    return Duration.between(instance.created(), now).compareTo(MIN_AGE) > 0;
  }

  private Owned known() {
    var owned = new Owned(new HashSet<>(), new HashSet<>());
    for (var claim : ctx.state().snapshot().claims()) {
      claim
          .providerId()
          .ifPresentOrElse(owned.providerIds::add, () -> owned.waiting.add(claim.meta().uid()));
    }
    return owned;
  }

  private Owned stored() throws Unreachable, InterruptedException {
    var owned = new Owned(new HashSet<>(), new HashSet<>());
    for (var claim : ctx.kube().list(Resource.NODE_CLAIMS, "")) {
      var providerId = claim.path("status").path("providerID").asText("");
      if (providerId.isEmpty()) {
        owned.waiting.add(claim.path("metadata").path("uid").asText(""));
      } else {
        owned.providerIds.add(providerId);
      }
    }
    return owned;
  }

  private boolean collect(Instance instance) throws Unreachable, InterruptedException {
    var id = instance.providerId();
    ctx.provider().delete(id);
    LOG.atInfo().addKeyValue("provider-id", id).log("deleting instance that no nodeclaim has");
    told.decided(
        "InstanceCollected",
        "Instance/" + id,
        "No claim has it",
        Map.of(
            "claim-uid", instance.claimUid().orElse(""), "created", instance.created().toString()));
    for (var node : ctx.state().snapshot().nodesWithProviderId(id)) {
      if (!node.meta().isDeleting()) {
        ctx.writer()
            .delete(Resource.NODES, ObjectKey.cluster(node.name()), Deletion.of(node.meta().uid()));
        LOG.atInfo()
            .addKeyValue("Node", node.name())
            .addKeyValue("provider-id", id)
            .log("deleting node of an instance that no nodeclaim has");
      }
    }
    return true;
  }
}
