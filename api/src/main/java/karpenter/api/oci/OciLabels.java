package karpenter.api.oci;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.api.RestrictedLabels;

/// Labels that shapes of Oracle Cloud describe.
public final class OciLabels {
  public static final String SHAPE = OciNodeClass.GROUP + "/instance-shape-name";
  public static final String FAMILY = OciNodeClass.GROUP + "/instance-family";
  public static final String GPU = OciNodeClass.GROUP + "/instance-gpu";
  public static final String FAULT_DOMAIN = "oci.oraclecloud.com/fault-domain";

  private static final List<String> IN_GROUP =
      List.of(
          "instance-shape-name",
          "instance-cpu",
          "instance-memory",
          "instance-gpu",
          "instance-gpu-description",
          "instance-network-bandwidth",
          "instance-max-vnics",
          "is-flexible",
          "ocinodeclass",
          "instance-ocpu",
          "instance-family",
          "instance-category",
          "instance-gpu-manufacturer",
          "instance-local-nvme-gib",
          "instance-rdma",
          "instance-baseline");

  public static final Set<String> WELL_KNOWN = wellKnown();

  /// Which labels a pool of Oracle Cloud may not set.
  public static final RestrictedLabels RESTRICTED =
      RestrictedLabels.CORE.with(WELL_KNOWN, List.of(OciNodeClass.GROUP));

  private OciLabels() {}

  private static Set<String> wellKnown() {
    var all = new TreeSet<>(Labels.WELL_KNOWN);
    IN_GROUP.forEach(name -> all.add(OciNodeClass.GROUP + "/" + name));
    all.add(FAULT_DOMAIN);
    return Set.copyOf(all);
  }
}
