package karpenter.api.schema;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.api.oci.OciNodeClass;
import karpenter.api.v1.NodeClaim;
import karpenter.api.v1.NodePool;
import karpenter.api.v1alpha1.NodeOverlay;

/// The custom resource definitions this version ships.
public final class CrdSchemas {
  private static final List<Crd> ALL =
      List.of(
          Crd.load("karpenter.sh_nodepools.yaml", NodePool.class),
          Crd.load("karpenter.sh_nodeclaims.yaml", NodeClaim.class),
          Crd.load("karpenter.sh_nodeoverlays.yaml", NodeOverlay.class),
          Crd.load("autoscaling.x-k8s.io_capacitybuffers.yaml", CapacityBuffer.class),
          Crd.load("karpenter.kwok.sh_kwoknodeclasses.yaml", KwokNodeClass.class),
          Crd.load("karpenter.k8s.aws_ec2nodeclasses.yaml", Ec2NodeClass.class),
          Crd.load("karpenter.k8s.oracle_ocinodeclasses.yaml", OciNodeClass.class));

  private static final Map<String, Crd> BY_KIND =
      ALL.stream().collect(Collectors.toUnmodifiableMap(Crd::kind, Function.identity()));

  private CrdSchemas() {}

  public static List<Crd> all() {
    return ALL;
  }

  public static Optional<Crd> find(String apiVersion, String kind) {
    return find(kind).filter(crd -> crd.serves(apiVersion));
  }

  /// The definition of a kind in whatever version we ship.
  public static Optional<Crd> find(String kind) {
    return Optional.ofNullable(BY_KIND.get(kind));
  }
}
