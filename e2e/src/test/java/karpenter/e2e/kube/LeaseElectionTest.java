package karpenter.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.kube.Connection;
import karpenter.kube.LeaseElection;
import karpenter.kube.LeaseElection.Candidate;
import karpenter.kube.LeaseElection.Timing;
import karpenter.kube.LeaseFence;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

@WithCluster(crds = WithCluster.Crds.NONE)
class LeaseElectionTest {
  private static final Timing SHORT =
      new Timing(Duration.ofSeconds(6), Duration.ofSeconds(4), Duration.ofMillis(500));

  private static final String NOTHING = "nothing happened";

  private final Connection connection;
  private final LinkedBlockingQueue<String> history = new LinkedBlockingQueue<>();

  LeaseElectionTest(TestCluster cluster) {
    this.connection = TestClients.connection(cluster);
  }

  @Test
  void a_standby_leads_when_the_leader_lets_go() throws Exception {
    var key = ObjectKey.of("default", "let-go");
    var first = election(connection, key, "first", Timing.STANDARD);
    first.start();
    assertThat(next()).isEqualTo("first leads");
    try (var second = election(connection, key, "second", Timing.STANDARD)) {
      second.start();
      assertThat(next()).isEqualTo("second sees first");

      first.close();
      awaitHistory("second leads");

      assertThat(second.isLeader()).isTrue();
      assertThat(first.isLeader()).isFalse();
      assertThat(spec(key, "/spec/holderIdentity")).isEqualTo("second");
      assertThat(spec(key, "/spec/leaseDurationSeconds")).isEqualTo("15");
      assertThat(spec(key, "/spec/leaseTransitions")).isEqualTo("1");
    }
  }

  @Test
  void a_released_lease_is_nobodys() throws Exception {
    var key = ObjectKey.of("default", "released");
    var only = election(connection, key, "only", Timing.STANDARD);
    only.start();
    assertThat(next()).isEqualTo("only leads");

    only.close();

    assertThat(spec(key, "/spec/holderIdentity")).isEmpty();
    assertThat(spec(key, "/spec/leaseDurationSeconds")).isEqualTo("1");
  }

  @Test
  void a_leader_that_is_cut_off_stops_before_another_begins() throws Exception {
    var key = ObjectKey.of("default", "cut-off");
    try (var line = TestClients.line(connection);
        var first = election(TestClients.through(line, connection), key, "first", SHORT);
        var second = election(connection, key, "second", SHORT)) {
      first.start();
      assertThat(next()).isEqualTo("first leads");
      second.start();
      assertThat(next()).isEqualTo("second sees first");

      line.cut();

      assertThat(awaitHistory("second leads"))
          .as("what happened before the second led")
          .contains("first is deposed");
    }
  }

  @Test
  void a_leader_whose_lease_was_deleted_goes_on_leading(TestCluster cluster) throws Exception {
    var key = ObjectKey.of("default", "deleted");
    try (var first = election(connection, key, "first", SHORT);
        var second = election(connection, key, "second", SHORT)) {
      first.start();
      assertThat(next()).isEqualTo("first leads");
      second.start();
      assertThat(next()).isEqualTo("second sees first");

      var before = uid(key);
      cluster.kubectl("delete", "lease", "deleted", "-n", "default");
      awaitAnother(key, before);

      assertThat(spec(key, "/spec/holderIdentity")).isEqualTo("first");
      assertThat(first.isLeader()).isTrue();
      assertThat(second.isLeader()).isFalse();
      assertThat(history).isEmpty();
    }
  }

  private void awaitAnother(ObjectKey key, String before) throws Exception {
    for (int i = 0; i < 600 && (uid(key).isEmpty() || uid(key).equals(before)); i++) {
      Thread.sleep(50);
    }
  }

  private String uid(ObjectKey key) throws Exception {
    try (var kube = TestClients.kube(connection)) {
      return kube.get(Resource.LEASES, key) instanceof Answer.Done(var lease)
          ? lease.at("/metadata/uid").asText()
          : "";
    }
  }

  /// Everything that came before the wanted entry.
  private List<String> awaitHistory(String wanted) throws InterruptedException {
    var before = new ArrayList<String>();
    for (var entry = next(); !entry.equals(wanted); entry = next()) {
      assertThat(entry).as("awaiting '%s' after %s", wanted, before).isNotEqualTo(NOTHING);
      before.add(entry);
    }
    return before;
  }

  private String next() throws InterruptedException {
    var entry = history.poll(60, TimeUnit.SECONDS);
    return entry == null ? NOTHING : entry;
  }

  private String spec(ObjectKey key, String pointer) throws Exception {
    try (var kube = TestClients.kube(connection)) {
      var answer = kube.get(Resource.LEASES, key);
      return ((Answer.Done) answer).object().at(pointer).asText();
    }
  }

  private LeaseElection election(Connection over, ObjectKey key, String name, Timing timing) {
    return new LeaseElection(
        over,
        "karpenter/test",
        key,
        name,
        timing,
        new Candidate() {
          @Override
          public void elected() {
            history.add(name + " leads");
          }

          @Override
          public void ledBy(String holder) {
            if (!holder.equals(name)) {
              history.add(name + " sees " + (holder.isEmpty() ? "nobody" : holder));
            }
          }
        },
        LeaseFence.start(_ -> history.add(name + " is deposed")));
  }
}
