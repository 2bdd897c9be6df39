package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.wire.FactsReader;
import karpenter.core.wire.Read;
import karpenter.core.wire.WireOptions;
import karpenter.simulator.kube.Metas;

/// Pods and nodes as values, read once for each of their versions.
final class Facts {
  /// Beyond it everything is forgotten and read again, because objects that are gone stay in here.
  private static final int MAX_REMEMBERED = 100_000;

  private final FactsReader reader = FactsReader.ofShared(WireOptions.defaults());
  private final Map<String, Known<PodFacts>> pods = new HashMap<>();
  private final Map<String, Known<NodeFacts>> nodes = new HashMap<>();

  private record Known<T>(String version, T value) {}

  PodFacts pod(ObjectNode pod) {
    return of(pod, pods, tree -> understood(reader.pod(tree), tree));
  }

  NodeFacts node(ObjectNode node) {
    return of(node, nodes, tree -> understood(reader.node(tree), tree));
  }

  /// It will not be asked for again.
  void forget(ObjectNode pod) {
    pods.remove(Metas.uid(pod));
  }

  private static <T> T of(
      ObjectNode tree, Map<String, Known<T>> known, Function<ObjectNode, T> read) {
    if (Metas.version(tree).isEmpty()) {
      // Never stored, so another tree may look just as nameless.
      return read.apply(tree);
    }
    var before = known.get(Metas.uid(tree));
    if (before != null && before.version.equals(Metas.version(tree))) {
      return before.value;
    }
    if (known.size() >= MAX_REMEMBERED) {
      known.clear();
    }
    var value = read.apply(tree);
    known.put(Metas.uid(tree), new Known<>(Metas.version(tree), value));
    return value;
  }

  private static <T> T understood(Read<T> read, ObjectNode tree) {
    return switch (read) {
      case Read.Understood<T>(var value) -> value;
      case Read.Refused<T>(var problems) ->
          throw new IllegalStateException(Metas.key(tree) + " cannot be read: " + problems);
      case Read.NotOurs<T>(var reason) ->
          throw new IllegalStateException(Metas.key(tree) + " cannot be read: " + reason);
    };
  }
}
