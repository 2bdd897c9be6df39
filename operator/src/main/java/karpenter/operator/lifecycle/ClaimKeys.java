package karpenter.operator.lifecycle;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.stream.Stream;
import karpenter.core.cluster.Namespace;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterState;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;

/// Which claims a change concerns, by name.
record ClaimKeys(ClusterState state, List<NodeClassKind> nodeClassKinds) {
  List<String> ofClaim(Change change) {
    return change.concerns(Kind.NODE_CLAIMS) ? List.of(change.key().name()) : List.of();
  }

  List<String> ofNode(Change change) {
    return change.latest(Kind.NODES).map(this::ofNode).orElse(List.of());
  }

  /// A Node that is a claim's names it as its owner; one that is not yet has only its provider id.
  private List<String> ofNode(NodeFacts node) {
    var owners =
        node.meta().owners().stream()
            .filter(owner -> owner.is("karpenter.sh/v1", "NodeClaim"))
            .map(owner -> owner.name())
            .toList();
    return owners.isEmpty()
        ? node.providerId()
            .map(id -> names(state.snapshot().claimsWithProviderId(id)))
            .orElse(List.of())
        : owners;
  }

  List<String> ofSlice(Change change) {
    if (!change.concerns(Kind.RESOURCE_SLICES)) {
      return List.of();
    }
    return Stream.of(change.before(Kind.RESOURCE_SLICES), change.after(Kind.RESOURCE_SLICES))
        .flatMap(Optional::stream)
        .flatMap(slice -> slice.node().stream())
        .distinct()
        .flatMap(name -> state.snapshot().node(name).stream())
        .flatMap(node -> ofNode(node).stream())
        .toList();
  }

  /// What a pool says in its spec and its fingerprint. Its status is written all the time, and
  /// concerns no claim.
  List<String> ofPool(Change change) {
    var pool = change.after(Kind.NODE_POOLS);
    return pool.isPresent() && isSpecNews(change.before(Kind.NODE_POOLS), pool.get())
        ? names(state.snapshot().claimsOfPool(pool.get().name()))
        : List.of();
  }

  private static boolean isSpecNews(Optional<PoolState> before, PoolState after) {
    return before
        .map(b -> b.facts().meta())
        .map(
            b ->
                b.generation() != after.facts().meta().generation()
                    || !b.annotations().equals(after.facts().meta().annotations()))
        .orElse(true);
  }

  List<String> ofNodeClass(Change change) {
    if (!NodeClassKind.isAmong(nodeClassKinds, change.kind().resource())) {
      return List.of();
    }
    return change
        .after()
        .map(NodeClassFacts.class::cast)
        .map(NodeClassFacts::ref)
        .map(
            ref ->
                names(
                    state.snapshot().claims().stream()
                        .filter(claim -> claim.nodeClass().equals(ref))
                        .toList()))
        .orElse(List.of());
  }

  /// A node somebody asked to have replaced.
  List<String> ofNodeControls(Change change) {
    if (!change.concerns(Kind.NODES)) {
      return List.of();
    }
    var before = change.before(Kind.NODES).map(n -> n.meta().annotation(ControlKeys.ROTATE));
    var after = change.after(Kind.NODES).map(n -> n.meta().annotation(ControlKeys.ROTATE));
    return !before.orElse("").equals(after.orElse("")) ? ofNode(change) : List.of();
  }

  /// All of them, when somebody asked to have all nodes replaced.
  List<String> ofClusterControls(Change change) {
    if (!change.concerns(Kind.NAMESPACES)) {
      return List.of();
    }
    var before = change.before(Kind.NAMESPACES).map(Namespace::controls).map(ClaimKeys::rotate);
    var after = change.after(Kind.NAMESPACES).map(Namespace::controls).map(ClaimKeys::rotate);
    return !before.orElse("").equals(after.orElse(""))
        ? names(state.snapshot().claims())
        : List.of();
  }

  private static String rotate(SortedMap<String, String> controls) {
    return controls.getOrDefault(ControlKeys.ROTATE, "");
  }

  /// A change is of one kind, so that at most one of the sources has keys for it.
  static Function<Change, List<String>> any(List<Function<Change, List<String>>> sources) {
    return change -> {
      for (var source : sources) {
        var keys = source.apply(change);
        if (!keys.isEmpty()) {
          return keys;
        }
      }
      return List.of();
    };
  }

  private static List<String> names(List<ClaimFacts> claims) {
    return claims.stream().map(ClaimFacts::name).toList();
  }
}
