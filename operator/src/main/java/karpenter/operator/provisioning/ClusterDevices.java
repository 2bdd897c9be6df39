package karpenter.operator.provisioning;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.device.DeviceSlice;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.device.Devices;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.ResourceClaimTemplateFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.core.pod.DeviceClaimRef.Sharing;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.core.wire.DeviceInputs;
import karpenter.operator.provisioning.Catalogues.Catalogue;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The devices of a cluster and the claims for them, for whoever plans. What was found out is kept
/// for as long as nothing changes that it rests on. For one thread.
final class ClusterDevices {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final DeviceRequests requests;
  private final DeviceInputs inputs = new DeviceInputs();
  private @Nullable Kept kept;
  private Set<String> told = new HashSet<>();

  /// @param ready nodes that own slices and are initialized
  private record Basis(
      List<SliceFacts> slices,
      List<DeviceClassFacts> classes,
      List<ResourceClaimFacts> claims,
      List<ResourceClaimTemplateFacts> templates,
      Set<String> ready) {}

  private record Kept(CompiledCatalogue catalogue, Basis basis, Devices devices) {}

  ClusterDevices(Options options) {
    this.requests = options.deviceRequests();
  }

  void forget() {
    kept = null;
  }

  /// As they are; nothing where no claim is looked at, or there is none.
  ///
  /// @param nodes that stay
  @SuppressWarnings("ReferenceEquality") // what was compiled anew may bring other devices
  Devices of(ClusterSnapshot snapshot, Catalogue catalogue, Collection<ExistingNode> nodes) {
    var claims = snapshot.all(Kind.RESOURCE_CLAIMS);
    var templates = snapshot.all(Kind.RESOURCE_CLAIM_TEMPLATES);
    if (requests == DeviceRequests.IGNORED || (claims.isEmpty() && templates.isEmpty())) {
      return Devices.NONE;
    }
    var slices = snapshot.all(Kind.RESOURCE_SLICES);
    var basis =
        new Basis(
            slices, snapshot.all(Kind.DEVICE_CLASSES), claims, templates, ready(slices, nodes));
    var last = kept;
    if (last == null || last.catalogue() != catalogue.compiled() || !last.basis().equals(basis)) {
      tellUnreadable(slices);
      last = new Kept(catalogue.compiled(), basis, inputs.of(known(basis, catalogue)));
      kept = last;
    }
    return last.devices();
  }

  /// What a node publishes of itself counts once it is initialized; until then its type speaks.
  private static Set<String> ready(List<SliceFacts> slices, Collection<ExistingNode> nodes) {
    var owners = new HashSet<String>();
    for (var slice : slices) {
      slice.devices().flatMap(DeviceSlice::owner).ifPresent(owners::add);
    }
    var ready = new TreeSet<String>();
    if (!owners.isEmpty()) {
      for (var node : nodes) {
        if (node.initialized() && owners.contains(node.name())) {
          ready.add(node.name());
        }
      }
    }
    return ready;
  }

  private static DeviceInputs.Known known(Basis basis, Catalogue catalogue) {
    var published = new ArrayList<DeviceSlice>();
    for (var slice : basis.slices()) {
      slice
          .devices()
          .filter(found -> found.owner().map(basis.ready()::contains).orElse(true))
          .ifPresent(published::add);
    }
    var brought = new LinkedHashSet<DeviceTemplates>();
    for (var pool : catalogue.pools()) {
      pool.types().forEach(type -> brought.add(type.devices()));
    }
    return new DeviceInputs.Known(
        published, brought, basis.classes(), basis.claims(), basis.templates());
  }

  private void tellUnreadable(List<SliceFacts> slices) {
    var unreadable = new HashSet<String>();
    for (var slice : slices) {
      if (slice.problem().isPresent()
          && unreadable.add(slice.meta().uid())
          && !told.contains(slice.meta().uid())) {
        LOG.atWarn()
            .addKeyValue("ResourceSlice", slice.meta().name())
            .log("leaving out devices that cannot be read: {}", slice.problem().get());
      }
    }
    told = unreadable;
  }

  /// Where the claims of seated pods will get their devices.
  ///
  /// @param seated by what notes call the node
  static Map<String, String> promised(
      SortedMap<String, List<Pod>> seated, Map<String, NodeView> nodes) {
    var promised = new HashMap<String, String>();
    seated.forEach(
        (name, pods) -> {
          var node = nodes.get(name);
          for (var pod : pods) {
            for (var ref : pod.spec().deviceClaims()) {
              if (node != null && ref.sharing() == Sharing.SHARED) {
                promised.putIfAbsent(ref.claim(), node.existing.name());
              }
            }
          }
        });
    return promised;
  }

  static boolean areClaimedBy(Collection<Pod> pods) {
    for (var pod : pods) {
      if (!pod.spec().deviceClaims().isEmpty()) {
        return true;
      }
    }
    return false;
  }
}
