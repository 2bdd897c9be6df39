package karpenter.core.wire;

import java.util.Map;

/// The CSI drivers that took over Kubernetes' built-in volume kinds. Attach limits are published
/// for the driver, while old classes and volumes still carry the built-in name.
final class CsiDrivers {
  static final String EBS = "ebs.csi.aws.com";

  private static final Map<String, String> BY_PROVISIONER =
      Map.of(
          "kubernetes.io/aws-ebs", EBS,
          "kubernetes.io/gce-pd", "pd.csi.storage.gke.io",
          "kubernetes.io/azure-disk", "disk.csi.azure.com",
          "kubernetes.io/azure-file", "file.csi.azure.com",
          "kubernetes.io/cinder", "cinder.csi.openstack.org",
          "kubernetes.io/vsphere-volume", "csi.vsphere.vmware.com",
          "kubernetes.io/portworx-volume", "pxd.portworx.com",
          "kubernetes.io/rbd", "rbd.csi.ceph.com");

  private CsiDrivers() {}

  static String ofProvisioner(String provisioner) {
    return BY_PROVISIONER.getOrDefault(provisioner, provisioner);
  }
}
