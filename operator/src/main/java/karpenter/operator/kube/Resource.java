package karpenter.operator.kube;

import org.jspecify.annotations.Nullable;

/// A kind of object as the API server serves it.
///
/// @param group empty for the core group
public record Resource(
    String group, String version, String plural, String kind, boolean isNamespaced) {

  public static final Resource PODS = core("pods", "Pod", true);
  public static final Resource NODES = core("nodes", "Node", false);
  public static final Resource NAMESPACES = core("namespaces", "Namespace", false);
  public static final Resource EVENTS = core("events", "Event", true);
  public static final Resource SERVICES = core("services", "Service", true);
  public static final Resource POD_TEMPLATES = core("podtemplates", "PodTemplate", true);
  public static final Resource REPLICATION_CONTROLLERS =
      core("replicationcontrollers", "ReplicationController", true);
  public static final Resource PERSISTENT_VOLUMES =
      core("persistentvolumes", "PersistentVolume", false);
  public static final Resource PERSISTENT_VOLUME_CLAIMS =
      core("persistentvolumeclaims", "PersistentVolumeClaim", true);
  public static final Resource STORAGE_CLASSES =
      new Resource("storage.k8s.io", "v1", "storageclasses", "StorageClass", false);
  public static final Resource CSI_NODES =
      new Resource("storage.k8s.io", "v1", "csinodes", "CSINode", false);
  public static final Resource VOLUME_ATTACHMENTS =
      new Resource("storage.k8s.io", "v1", "volumeattachments", "VolumeAttachment", false);
  public static final Resource DAEMON_SETS = apps("daemonsets", "DaemonSet");
  public static final Resource DEPLOYMENTS = apps("deployments", "Deployment");
  public static final Resource REPLICA_SETS = apps("replicasets", "ReplicaSet");
  public static final Resource STATEFUL_SETS = apps("statefulsets", "StatefulSet");
  public static final Resource POD_DISRUPTION_BUDGETS =
      new Resource("policy", "v1", "poddisruptionbudgets", "PodDisruptionBudget", true);
  public static final Resource LEASES =
      new Resource("coordination.k8s.io", "v1", "leases", "Lease", true);
  public static final Resource CUSTOM_RESOURCE_DEFINITIONS =
      new Resource(
          "apiextensions.k8s.io",
          "v1",
          "customresourcedefinitions",
          "CustomResourceDefinition",
          false);
  public static final Resource NODE_POOLS = karpenter("v1", "nodepools", "NodePool");
  public static final Resource NODE_CLAIMS = karpenter("v1", "nodeclaims", "NodeClaim");
  public static final Resource NODE_OVERLAYS = karpenter("v1alpha1", "nodeoverlays", "NodeOverlay");
  public static final Resource CAPACITY_BUFFERS =
      new Resource("autoscaling.x-k8s.io", "v1beta1", "capacitybuffers", "CapacityBuffer", true);
  public static final Resource RESOURCE_CLAIMS =
      new Resource("resource.k8s.io", "v1", "resourceclaims", "ResourceClaim", true);
  public static final Resource RESOURCE_CLAIM_TEMPLATES =
      new Resource(
          "resource.k8s.io", "v1", "resourceclaimtemplates", "ResourceClaimTemplate", true);
  public static final Resource RESOURCE_SLICES =
      new Resource("resource.k8s.io", "v1", "resourceslices", "ResourceSlice", false);
  public static final Resource DEVICE_CLASSES =
      new Resource("resource.k8s.io", "v1", "deviceclasses", "DeviceClass", false);

  private static Resource core(String plural, String kind, boolean isNamespaced) {
    return new Resource("", "v1", plural, kind, isNamespaced);
  }

  private static Resource apps(String plural, String kind) {
    return new Resource("apps", "v1", plural, kind, true);
  }

  private static Resource karpenter(String version, String plural, String kind) {
    return new Resource("karpenter.sh", version, plural, kind, false);
  }

  // Asked for several times with every change, hence by hand.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof Resource that
            && plural.equals(that.plural)
            && group.equals(that.group)
            && version.equals(that.version)
            && kind.equals(that.kind)
            && isNamespaced == that.isNamespaced);
  }

  @Override
  public int hashCode() {
    return 31 * plural.hashCode() + group.hashCode();
  }

  public String apiVersion() {
    return group.isEmpty() ? version : group + "/" + version;
  }
}
