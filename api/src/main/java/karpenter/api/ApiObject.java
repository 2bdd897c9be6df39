package karpenter.api;

import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.api.oci.OciNodeClass;
import karpenter.api.v1.NodeClaim;
import karpenter.api.v1.NodePool;
import karpenter.api.v1alpha1.NodeOverlay;

/// One custom resource as written on the wire, defaults not yet applied.
///
/// Reading one and writing it back yields the same document, except that empty lists and maps are
/// left out and fields this version does not know are dropped, as an API server would prune them.
public sealed interface ApiObject
    permits NodePool,
        NodeClaim,
        NodeOverlay,
        CapacityBuffer,
        KwokNodeClass,
        Ec2NodeClass,
        OciNodeClass {
  String apiVersion();

  String kind();

  ObjectMeta metadata();
}
