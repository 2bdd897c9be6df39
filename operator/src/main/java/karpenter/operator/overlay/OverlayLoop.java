package karpenter.operator.overlay;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import karpenter.api.Condition;
import karpenter.api.Json;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.core.wire.OverlayStatus;
import karpenter.core.wire.OverlayStore;
import karpenter.core.wire.OverlayStore.PoolTypes;
import karpenter.core.wire.WireOptions;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import karpenter.operator.state.Written;

/// Weighs all overlays against all pools, says on each overlay what came of it, and publishes those
/// that hold.
final class OverlayLoop implements Loop<Loop.Singleton> {
  /// Whatever happens, or does not.
  static final Duration AT_LEAST_EVERY = Duration.ofHours(6);

  private static final Duration SOON = Duration.ofSeconds(1);

  private final LoopContext context;
  private final TypeSource types;
  private final WireOptions options;

  OverlayLoop(LoopContext context, TypeSource types) {
    this.context = context;
    this.types = types;
    var labels = context.provider().labels();
    this.options =
        WireOptions.withLabels(labels.wellKnown(), labels.restrictedDomains())
            .withAliases(labels.aliases());
  }

  @Override
  public String name() {
    return "nodeoverlay";
  }

  @Override
  public Outcome reconcile(Singleton all) throws Unreachable, InterruptedException {
    var snapshot = context.state().snapshot();
    var unknown = new ArrayList<String>();
    var pools = pools(snapshot, unknown);
    var overlays = snapshot.all(Kind.NODE_OVERLAYS);
    var evaluation = OverlayStore.evaluate(overlays, pools, options);
    for (var overlay : overlays) {
      var verdict = evaluation.verdicts().get(String.valueOf(overlay.metadata().name()));
      var conditions =
          OverlayStatus.conditions(
              overlay, Objects.requireNonNull(verdict), context.clock().instant());
      if (!isSaid(overlay, conditions)) {
        // Somebody changes overlays right now: weigh them again as they will be.
        return Outcome.again(SOON);
      }
    }
    types.publish(evaluation.store());
    return unknown.isEmpty()
        ? Outcome.again(AT_LEAST_EVERY)
        : Outcome.failed("types are not known: " + String.join("; ", unknown));
  }

  private List<PoolTypes> pools(ClusterSnapshot snapshot, List<String> unknown) {
    var pools = new ArrayList<PoolTypes>();
    for (var pool : snapshot.pools()) {
      var facts = pool.facts();
      switch (context.provider().types(facts, snapshot.nodeClass(facts.nodeClass()))) {
        case TypesAnswer.Types(var list, var _) ->
            pools.add(new PoolTypes(facts.name(), facts.labels(), list));
        case TypesAnswer.NotKnown(var reason) -> unknown.add(facts.name() + ": " + reason);
      }
    }
    return pools;
  }

  private boolean isSaid(NodeOverlay overlay, List<Condition> conditions)
      throws Unreachable, InterruptedException {
    if (conditions.equals(overlay.status().conditions())) {
      return true;
    }
    var key = ObjectKey.cluster(String.valueOf(overlay.metadata().name()));
    var written =
        context.writer().patchStatus(Resource.NODE_OVERLAYS, key, body(overlay, conditions));
    return switch (written) {
      case Written.Stored<ObjectNode> _, Written.Unchanged<ObjectNode> _ -> true;
      case Written.Stale<ObjectNode> _, Written.Missing<ObjectNode> _ -> false;
      // Its status is wrong then, but the overlay is what it is.
      case Written.Refused<ObjectNode> _ -> true;
    };
  }

  private static ObjectNode body(NodeOverlay overlay, List<Condition> conditions) {
    var body = JsonNodeFactory.instance.objectNode();
    Optional.ofNullable(overlay.metadata().resourceVersion())
        .ifPresent(version -> body.withObjectProperty("metadata").put("resourceVersion", version));
    body.withObjectProperty("status").set("conditions", Json.JSON.valueToTree(conditions));
    return body;
  }
}
