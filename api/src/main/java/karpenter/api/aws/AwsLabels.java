package karpenter.api.aws;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.api.RestrictedLabels;

/// Labels that instance types of EC2 describe.
public final class AwsLabels {
  public static final String FAMILY = Ec2NodeClass.GROUP + "/instance-family";
  public static final String CATEGORY = Ec2NodeClass.GROUP + "/instance-category";
  public static final String GENERATION = Ec2NodeClass.GROUP + "/instance-generation";
  public static final String GPU_COUNT = Ec2NodeClass.GROUP + "/instance-gpu-count";
  public static final String GPU_MANUFACTURER = Ec2NodeClass.GROUP + "/instance-gpu-manufacturer";
  public static final String GPU_NAME = Ec2NodeClass.GROUP + "/instance-gpu-name";
  public static final String ZONE_ID = "topology.k8s.aws/zone-id";

  private static final List<String> IN_GROUP =
      List.of(
          "instance-tenancy",
          "capacity-reservation-type",
          "capacity-reservation-id",
          "capacity-reservation-interruptible",
          "ec2nodeclass",
          "instance-encryption-in-transit-supported",
          "nitro-sandbox",
          "instance-category",
          "instance-hypervisor",
          "instance-family",
          "instance-generation",
          "instance-local-nvme",
          "instance-size",
          "instance-cpu",
          "instance-cpu-manufacturer",
          "instance-cpu-sustained-clock-speed-mhz",
          "instance-memory",
          "instance-ebs-bandwidth",
          "instance-network-bandwidth",
          "instance-gpu-name",
          "instance-gpu-manufacturer",
          "instance-gpu-count",
          "instance-gpu-memory",
          "instance-accelerator-name",
          "instance-accelerator-manufacturer",
          "instance-accelerator-count",
          "instance-capability-flex",
          "placement-group-id",
          "placement-group-partition");

  public static final Set<String> WELL_KNOWN = wellKnown();

  /// Which labels a pool of EC2 may not set.
  public static final RestrictedLabels RESTRICTED =
      RestrictedLabels.CORE.with(WELL_KNOWN, List.of(Ec2NodeClass.GROUP));

  private AwsLabels() {}

  private static Set<String> wellKnown() {
    var all = new TreeSet<>(Labels.WELL_KNOWN);
    IN_GROUP.forEach(name -> all.add(Ec2NodeClass.GROUP + "/" + name));
    all.add(ZONE_ID);
    return Set.copyOf(all);
  }
}
