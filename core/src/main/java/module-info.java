/// Every decision as a pure function on values: no I/O, clock, randomness, threads or logger.
@org.jspecify.annotations.NullMarked
module karpenter.core {
  requires static org.jspecify;
  requires transitive karpenter.api;
  requires transitive com.fasterxml.jackson.databind;

  exports karpenter.core.bound;
  exports karpenter.core.catalog;
  exports karpenter.core.cluster;
  exports karpenter.core.device;
  exports karpenter.core.disruption;
  exports karpenter.core.disruption.command;
  exports karpenter.core.disruption.control;
  exports karpenter.core.disruption.drain;
  exports karpenter.core.explain;
  exports karpenter.core.facts;
  exports karpenter.core.lifecycle;
  exports karpenter.core.nodepool;
  exports karpenter.core.pod;
  exports karpenter.core.provisioning;
  exports karpenter.core.repair;
  exports karpenter.core.requirement;
  exports karpenter.core.resource;
  exports karpenter.core.scheduling;
  exports karpenter.core.statics;
  exports karpenter.core.termination;
  exports karpenter.core.wire;
  exports karpenter.core.wire.control;
}
