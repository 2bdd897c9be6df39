package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.core.cluster.Namespace;
import karpenter.core.facts.AttachmentFacts;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CsiNodeFacts;
import karpenter.core.facts.DaemonSetFacts;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.ResourceClaimTemplateFacts;
import karpenter.core.facts.SelectorFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.core.facts.StorageClassFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.facts.VolumeFacts;
import karpenter.operator.kube.Resource;
import org.jspecify.annotations.Nullable;

/// What the state holds of a kind of object.
///
/// @param resource where it is watched
/// @param type of the values
public record Kind<T>(Resource resource, Class<T> type) {
  public static final Kind<PodFacts> PODS = new Kind<>(Resource.PODS, PodFacts.class);
  public static final Kind<NodeFacts> NODES = new Kind<>(Resource.NODES, NodeFacts.class);
  public static final Kind<ClaimFacts> NODE_CLAIMS =
      new Kind<>(Resource.NODE_CLAIMS, ClaimFacts.class);
  public static final Kind<PoolState> NODE_POOLS = new Kind<>(Resource.NODE_POOLS, PoolState.class);
  public static final Kind<DaemonSetFacts> DAEMON_SETS =
      new Kind<>(Resource.DAEMON_SETS, DaemonSetFacts.class);
  public static final Kind<PdbFacts> PDBS =
      new Kind<>(Resource.POD_DISRUPTION_BUDGETS, PdbFacts.class);
  public static final Kind<AttachmentFacts> VOLUME_ATTACHMENTS =
      new Kind<>(Resource.VOLUME_ATTACHMENTS, AttachmentFacts.class);
  public static final Kind<Namespace> NAMESPACES = new Kind<>(Resource.NAMESPACES, Namespace.class);
  public static final Kind<CapacityBuffer> CAPACITY_BUFFERS =
      new Kind<>(Resource.CAPACITY_BUFFERS, CapacityBuffer.class);
  public static final Kind<NodeOverlay> NODE_OVERLAYS =
      new Kind<>(Resource.NODE_OVERLAYS, NodeOverlay.class);
  public static final Kind<VolumeClaimFacts> VOLUME_CLAIMS =
      new Kind<>(Resource.PERSISTENT_VOLUME_CLAIMS, VolumeClaimFacts.class);
  public static final Kind<VolumeFacts> VOLUMES =
      new Kind<>(Resource.PERSISTENT_VOLUMES, VolumeFacts.class);
  public static final Kind<StorageClassFacts> STORAGE_CLASSES =
      new Kind<>(Resource.STORAGE_CLASSES, StorageClassFacts.class);
  public static final Kind<CsiNodeFacts> CSI_NODES =
      new Kind<>(Resource.CSI_NODES, CsiNodeFacts.class);

  /// Watched only where a default spread is configured, as are the three below.
  public static final Kind<SelectorFacts> SERVICES =
      new Kind<>(Resource.SERVICES, SelectorFacts.class);

  public static final Kind<SelectorFacts> REPLICATION_CONTROLLERS =
      new Kind<>(Resource.REPLICATION_CONTROLLERS, SelectorFacts.class);
  public static final Kind<SelectorFacts> REPLICA_SETS =
      new Kind<>(Resource.REPLICA_SETS, SelectorFacts.class);
  public static final Kind<SelectorFacts> STATEFUL_SETS =
      new Kind<>(Resource.STATEFUL_SETS, SelectorFacts.class);

  /// Watched only where devices are looked at, as are the three below.
  public static final Kind<SliceFacts> RESOURCE_SLICES =
      new Kind<>(Resource.RESOURCE_SLICES, SliceFacts.class);

  public static final Kind<ResourceClaimFacts> RESOURCE_CLAIMS =
      new Kind<>(Resource.RESOURCE_CLAIMS, ResourceClaimFacts.class);
  public static final Kind<ResourceClaimTemplateFacts> RESOURCE_CLAIM_TEMPLATES =
      new Kind<>(Resource.RESOURCE_CLAIM_TEMPLATES, ResourceClaimTemplateFacts.class);
  public static final Kind<DeviceClassFacts> DEVICE_CLASSES =
      new Kind<>(Resource.DEVICE_CLASSES, DeviceClassFacts.class);

  /// Kept whole, for capacity buffers.
  public static final Kind<ObjectNode> POD_TEMPLATES =
      new Kind<>(Resource.POD_TEMPLATES, ObjectNode.class);

  /// Every loop asks it of every change, and mostly the types differ already.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Kind<?> that
            && type.equals(that.type)
            && resource.equals(that.resource));
  }

  @Override
  public int hashCode() {
    return resource.hashCode();
  }
}
