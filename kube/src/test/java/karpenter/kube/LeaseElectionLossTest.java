package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import karpenter.operator.kube.ObjectKey;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// However leadership ends, the fence is told.
class LeaseElectionLossTest {
  private static final ObjectKey KEY = ObjectKey.of("kube-system", "karpenter");

  /// Renewed every 10 ms, so that a test waits for nothing; a lease nobody renews lasts an hour, so
  /// that only what the test is about can end it.
  private static final LeaseElection.Timing PATIENT =
      new LeaseElection.Timing(Duration.ofHours(2), Duration.ofHours(1), Duration.ofMillis(10));

  private static final LeaseElection.Timing HASTY =
      new LeaseElection.Timing(
          Duration.ofSeconds(2), Duration.ofMillis(500), Duration.ofMillis(10));

  private static final String OURS = lease("us");

  private final StubApiServer server;
  private final CompletableFuture<String> ended = new CompletableFuture<>();
  private final LeaseFence fence = LeaseFence.start(ended::complete);

  LeaseElectionLossTest() throws Exception {
    server = new StubApiServer();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private static final String NOT_FOUND = "{'kind': 'Status', 'reason': 'NotFound'}";

  private static String lease(String holder) {
    return """
        {'metadata': {'name': 'karpenter', 'namespace': 'kube-system', 'resourceVersion': '1'},
         'spec': {'holderIdentity': '%s', 'leaseDurationSeconds': 7200}}
        """
        .formatted(holder);
  }

  private LeaseElection election(LeaseElection.Timing timing, LeaseElection.Candidate candidate) {
    return new LeaseElection(
        server.connection(Credentials.NONE), "karpenter/test", KEY, "us", timing, candidate, fence);
  }

  private String end() throws Exception {
    return ended.get(20, TimeUnit.SECONDS);
  }

  @Test
  void a_renewal_that_hangs_does_not_keep_a_leader_alive() throws Exception {
    server.then(404, NOT_FOUND).then(201, OURS);
    try (var election = election(HASTY, () -> {})) {
      election.start();

      assertThat(end()).contains("not renewed");
      assertThat(fence.mayAct()).isFalse();
    }
  }

  @Test
  void an_election_that_is_held_up_does_not_keep_a_leader_alive() throws Exception {
    server.then(404, NOT_FOUND).then(201, OURS);
    var release = new CountDownLatch(1);
    LeaseElection.Candidate slow =
        () -> {
          try {
            release.await();
          } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
          }
        };
    try (var election = election(HASTY, slow)) {
      election.start();

      assertThat(end()).isEqualTo("the lease was not renewed in time");
      assertThat(fence.mayAct()).isFalse();
      release.countDown();
    }
  }

  @Test
  void a_candidate_that_fails_when_it_is_elected_does_not_lead() throws Exception {
    server.then(404, NOT_FOUND).then(201, OURS);
    LeaseElection.Candidate broken =
        () -> {
          throw new IllegalStateException("cannot start the loops");
        };
    try (var election = election(PATIENT, broken)) {
      election.start();

      assertThat(end()).contains("cannot start the loops");
      assertThat(fence.mayAct()).isFalse();
    }
  }

  @Test
  void an_error_while_the_lease_is_renewed_ends_the_leader() throws Exception {
    server.then(404, NOT_FOUND).then(201, OURS).then(409, "{}").then(200, OURS).then(200, OURS);
    var broken =
        new LeaseElection.Candidate() {
          @Override
          public void elected() {}

          @Override
          public void slowPath() {
            throw new StackOverflowError("while counting");
          }
        };
    try (var election = election(PATIENT, broken)) {
      election.start();

      assertThat(end()).contains("while counting");
    }
  }

  @Test
  void a_lease_that_another_took_ends_the_leader() throws Exception {
    server.then(404, NOT_FOUND).then(201, OURS).then(409, "{}").then(200, lease("them"));
    try (var election = election(PATIENT, () -> {})) {
      election.start();

      assertThat(end()).contains("held by them");
    }
  }

  @Test
  void a_standby_survives_what_it_does_not_understand() throws Exception {
    server.then(200, lease("them")).then(410, "{}").then(200, lease("them"));
    var broken =
        new LeaseElection.Candidate() {
          @Override
          public void elected() {}

          @Override
          public void ledBy(String holder) {
            throw new IllegalStateException("a holder nobody foresaw");
          }
        };
    try (var election = election(PATIENT, broken)) {
      election.start();

      assertThat(server.asked.poll(20, TimeUnit.SECONDS)).startsWith("GET");
      assertThat(server.asked.poll(20, TimeUnit.SECONDS)).contains("watch=true");
      assertThat(server.asked.poll(20, TimeUnit.SECONDS)).startsWith("GET").doesNotContain("watch");
      assertThat(election.isAlive()).isTrue();
      assertThat(ended).isNotDone();
    }
  }
}
