package karpenter.core.wire;

import java.util.Optional;

/// The kinds of objects that are understood.
enum Kind {
  POD("", "Pod"),
  NODE("", "Node"),
  NAMESPACE("", "Namespace"),
  SERVICE("", "Service"),
  LIMIT_RANGE("", "LimitRange"),
  POD_TEMPLATE("", "PodTemplate"),
  REPLICATION_CONTROLLER("", "ReplicationController"),
  PERSISTENT_VOLUME_CLAIM("", "PersistentVolumeClaim"),
  PERSISTENT_VOLUME("", "PersistentVolume"),
  STORAGE_CLASS("storage.k8s.io", "StorageClass"),
  CSI_NODE("storage.k8s.io", "CSINode"),
  RESOURCE_SLICE("resource.k8s.io", "ResourceSlice"),
  RESOURCE_CLAIM("resource.k8s.io", "ResourceClaim"),
  RESOURCE_CLAIM_TEMPLATE("resource.k8s.io", "ResourceClaimTemplate"),
  DEVICE_CLASS("resource.k8s.io", "DeviceClass"),
  PRIORITY_CLASS("scheduling.k8s.io", "PriorityClass"),
  RUNTIME_CLASS("node.k8s.io", "RuntimeClass"),
  DEPLOYMENT("apps", "Deployment"),
  REPLICA_SET("apps", "ReplicaSet"),
  STATEFUL_SET("apps", "StatefulSet"),
  DAEMON_SET("apps", "DaemonSet"),
  JOB("batch", "Job"),
  CRON_JOB("batch", "CronJob"),
  NODE_POOL("karpenter.sh", "NodePool"),
  NODE_CLAIM("karpenter.sh", "NodeClaim"),
  NODE_OVERLAY("karpenter.sh", "NodeOverlay"),
  CAPACITY_BUFFER("autoscaling.x-k8s.io", "CapacityBuffer"),
  KWOK_NODE_CLASS("karpenter.kwok.sh", "KWOKNodeClass");

  private final String group;
  private final String kindName;

  Kind(String group, String kindName) {
    this.group = group;
    this.kindName = kindName;
  }

  String kindName() {
    return kindName;
  }

  static Optional<Kind> find(String apiVersion, String kindName) {
    int slash = apiVersion.indexOf('/');
    var group = slash < 0 ? "" : apiVersion.substring(0, slash);
    for (var kind : values()) {
      if (kind.group.equals(group) && kind.kindName.equals(kindName)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  boolean isStorage() {
    return this == PERSISTENT_VOLUME_CLAIM
        || this == PERSISTENT_VOLUME
        || this == STORAGE_CLASS
        || this == CSI_NODE;
  }

  boolean isAboutDevices() {
    return this == RESOURCE_SLICE
        || this == RESOURCE_CLAIM
        || this == RESOURCE_CLAIM_TEMPLATE
        || this == DEVICE_CLASS;
  }

  boolean isNamespaced() {
    return switch (this) {
      case POD,
          SERVICE,
          LIMIT_RANGE,
          POD_TEMPLATE,
          REPLICATION_CONTROLLER,
          PERSISTENT_VOLUME_CLAIM,
          DEPLOYMENT,
          REPLICA_SET,
          STATEFUL_SET,
          DAEMON_SET,
          JOB,
          CRON_JOB,
          RESOURCE_CLAIM,
          RESOURCE_CLAIM_TEMPLATE,
          CAPACITY_BUFFER ->
          true;
      case NODE,
          NAMESPACE,
          PERSISTENT_VOLUME,
          STORAGE_CLASS,
          CSI_NODE,
          RESOURCE_SLICE,
          DEVICE_CLASS,
          PRIORITY_CLASS,
          RUNTIME_CLASS,
          NODE_POOL,
          NODE_CLAIM,
          NODE_OVERLAY,
          KWOK_NODE_CLASS ->
          false;
    };
  }
}
