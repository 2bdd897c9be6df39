package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import karpenter.api.Problem;
import karpenter.core.wire.FactsReader;
import karpenter.core.wire.Read;
import karpenter.core.wire.WireOptions;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.Managed;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import org.jspecify.annotations.Nullable;

/// Which reader understands which kind. One object is read at a time, whoever asks, because readers
/// share equal parts of what they read.
public final class Reading {
  private final Map<Resource, Function<ObjectNode, Read<?>>> readers = new HashMap<>();
  private final Managed managed;

  // The answer to a write is read twice in a row: by the state, and by whoever wrote.
  private @Nullable ObjectNode lastObject;
  private @Nullable Read<?> lastRead;

  public Reading(WireOptions options, Managed managed) {
    this(new FactsReader(options), managed);
  }

  private Reading(FactsReader facts, Managed managed) {
    this.managed = managed;
    readers.put(Resource.PODS, facts::pod);
    readers.put(Resource.NODES, facts::node);
    readers.put(Resource.NAMESPACES, facts::namespace);
    readers.put(Resource.NODE_CLAIMS, tree -> ours(facts.claim(tree), this.managed::is));
    readers.put(
        Resource.NODE_POOLS,
        tree -> ours(pool(facts.pool(tree)), pool -> this.managed.is(pool.facts())));
    readers.put(Resource.DAEMON_SETS, facts::daemonSet);
    readers.put(Resource.POD_DISRUPTION_BUDGETS, facts::pdb);
    readers.put(Resource.VOLUME_ATTACHMENTS, facts::volumeAttachment);
    readers.put(Resource.PERSISTENT_VOLUME_CLAIMS, facts::volumeClaim);
    readers.put(Resource.PERSISTENT_VOLUMES, facts::volume);
    readers.put(Resource.STORAGE_CLASSES, facts::storageClass);
    readers.put(Resource.CSI_NODES, facts::csiNode);
    readers.put(Resource.CAPACITY_BUFFERS, facts::capacityBuffer);
    readers.put(Resource.NODE_OVERLAYS, facts::nodeOverlay);
    readers.put(Resource.SERVICES, facts::plainSelector);
    readers.put(Resource.REPLICATION_CONTROLLERS, facts::plainSelector);
    readers.put(Resource.REPLICA_SETS, facts::selector);
    readers.put(Resource.STATEFUL_SETS, facts::selector);
    readers.put(Resource.RESOURCE_SLICES, facts::resourceSlice);
    readers.put(Resource.RESOURCE_CLAIMS, facts::resourceClaim);
    readers.put(Resource.RESOURCE_CLAIM_TEMPLATES, facts::resourceClaimTemplate);
    readers.put(Resource.DEVICE_CLASSES, facts::deviceClass);
    for (var kind : managed.kinds()) {
      readers.put(kind.resource(), tree -> facts.nodeClass(kind.group(), kind.kind(), tree));
    }
  }

  /// With the labels a provider brings.
  public static Reading of(CloudProvider provider) {
    return of(provider.labels(), provider.nodeClassKinds());
  }

  /// With the labels a provider will bring.
  public static Reading of(ProviderLabels labels, List<NodeClassKind> nodeClasses) {
    return new Reading(options(labels), new Managed(nodeClasses));
  }

  /// The same, for what this API server tells.
  public static Reading of(Kube kube, ProviderLabels labels, List<NodeClassKind> nodeClasses) {
    return kube.sharesParts()
        ? new Reading(FactsReader.ofShared(options(labels)), new Managed(nodeClasses))
        : of(labels, nodeClasses);
  }

  private static WireOptions options(ProviderLabels labels) {
    return WireOptions.withLabels(labels.wellKnown(), labels.restrictedDomains())
        .withAliases(labels.aliases());
  }

  /// Of kinds without a reader the tree itself is kept; there are few of those.
  @SuppressWarnings("ReferenceEquality") // nobody changes an object between the two
  synchronized Read<?> read(Resource resource, ObjectNode object) {
    var known = lastRead;
    if (known == null || object != lastObject) {
      known = readAnew(resource, object);
      lastRead = known;
      lastObject = object;
    }
    return known;
  }

  private Read<?> readAnew(Resource resource, ObjectNode object) {
    try {
      return readers.getOrDefault(resource, Reading::tree).apply(object);
    } catch (RuntimeException e) {
      // A defect in a reader must cost us this object, not the watch and with it all others.
      return new Read.Refused<>(
          List.of(Problem.at("").found("an object that made its reader fail").expected("" + e)));
    }
  }

  private static Read<ObjectNode> tree(ObjectNode object) {
    if (object.path("metadata") instanceof ObjectNode metadata) {
      metadata.remove("managedFields");
    }
    return new Read.Understood<>(object);
  }

  private static Read<PoolState> pool(Read<FactsReader.Pool> read) {
    return switch (read) {
      case Read.Understood<FactsReader.Pool>(var pool) ->
          new Read.Understood<>(new PoolState(pool.facts(), pool.source()));
      case Read.Refused<FactsReader.Pool>(var problems) -> new Read.Refused<>(problems);
      case Read.NotOurs<FactsReader.Pool>(var reason) -> new Read.NotOurs<>(reason);
    };
  }

  private static <T> Read<T> ours(Read<T> read, Function<T, Boolean> isOurs) {
    return read instanceof Read.Understood<T>(var value) && !isOurs.apply(value)
        ? new Read.NotOurs<>("its node class is another provider's")
        : read;
  }
}
