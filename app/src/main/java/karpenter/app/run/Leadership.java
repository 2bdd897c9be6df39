package karpenter.app.run;

import karpenter.kube.LeaseElection;
import karpenter.operator.Operator;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;

/// Who leads, and what that means for us: the loops start when we are elected. When the lease is
/// lost [LeaseLoss] ends the process, because whatever a loop has begun must not be finished under
/// another leader.
final class Leadership implements LeaseElection.Candidate {
  private final String identity;
  private final String lease;
  private final Operator operator;
  private final Metrics metrics;
  private volatile String holder = "";

  Leadership(String identity, String lease, Operator operator, Metrics metrics) {
    this.identity = identity;
    this.lease = lease;
    this.operator = operator;
    this.metrics = metrics;
    metrics.set(Metric.LEADER_ELECTION_MASTER_STATUS, 0, lease);
  }

  String identity() {
    return identity;
  }

  /// Empty when nobody leads, or nobody told.
  String holder() {
    return holder;
  }

  @Override
  public void elected() {
    metrics.set(Metric.LEADER_ELECTION_MASTER_STATUS, 1, lease);
    holder = identity;
    operator.lead();
  }

  @Override
  public void ledBy(String other) {
    holder = other;
  }

  @Override
  public void slowPath() {
    metrics.count(Metric.LEADER_ELECTION_SLOWPATH_TOTAL, lease);
  }
}
