package karpenter.app.run;

import java.util.concurrent.CountDownLatch;
import karpenter.kube.LeaseElection;
import karpenter.operator.Operator;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Who leads, and what that means for us: the loops start when we are elected; when we are deposed
/// the process ends, because whatever a loop has begun must not be finished under another leader.
final class Leadership implements LeaseElection.Candidate {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final String identity;
  private final String lease;
  private final Operator operator;
  private final Metrics metrics;
  private final CountDownLatch lost = new CountDownLatch(1);
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

  /// Opens when we led and do not any more.
  CountDownLatch lost() {
    return lost;
  }

  @Override
  public void elected() {
    metrics.set(Metric.LEADER_ELECTION_MASTER_STATUS, 1, lease);
    holder = identity;
    operator.lead();
  }

  @Override
  public void deposed(String reason) {
    metrics.set(Metric.LEADER_ELECTION_MASTER_STATUS, 0, lease);
    LOG.atError().addKeyValue("error", reason).log("lost the lease");
    lost.countDown();
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
