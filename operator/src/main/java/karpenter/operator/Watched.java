package karpenter.operator;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.wire.DefaultSpread;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.settings.Settings;

/// Which kinds of objects are watched. What a gate keeps switched off is not watched either: it
/// would cost memory, and a right to read that nobody needs.
public final class Watched {
  private Watched() {}

  public static List<Resource> resources(Settings settings, List<NodeClassKind> nodeClasses) {
    var all =
        new ArrayList<>(
            List.of(
                Resource.NAMESPACES,
                Resource.NODE_POOLS,
                Resource.NODE_CLAIMS,
                Resource.NODES,
                Resource.STORAGE_CLASSES,
                Resource.PERSISTENT_VOLUMES,
                Resource.PERSISTENT_VOLUME_CLAIMS,
                Resource.CSI_NODES,
                Resource.VOLUME_ATTACHMENTS,
                Resource.DAEMON_SETS,
                Resource.POD_DISRUPTION_BUDGETS,
                Resource.PODS));
    nodeClasses.forEach(kind -> all.add(kind.resource()));
    if (!settings.defaultSpread().equals(DefaultSpread.NONE)) {
      // Default spread constraints take their selectors from the workload that owns the pod.
      all.add(Resource.SERVICES);
      all.add(Resource.REPLICATION_CONTROLLERS);
      all.add(Resource.REPLICA_SETS);
      all.add(Resource.STATEFUL_SETS);
    }
    if (settings.featureGates().nodeOverlay()) {
      all.add(Resource.NODE_OVERLAYS);
    }
    if (settings.featureGates().capacityBuffer()) {
      all.add(Resource.CAPACITY_BUFFERS);
      all.add(Resource.POD_TEMPLATES);
    }
    if (!settings.ignoreDraRequests()) {
      all.add(Resource.DEVICE_CLASSES);
      all.add(Resource.RESOURCE_SLICES);
      all.add(Resource.RESOURCE_CLAIM_TEMPLATES);
      all.add(Resource.RESOURCE_CLAIMS);
    }
    return List.copyOf(all);
  }
}
