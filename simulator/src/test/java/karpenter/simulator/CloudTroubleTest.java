package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import karpenter.api.Labels;
import karpenter.core.catalog.Offering;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.Trees;
import karpenter.provider.kwok.KwokProvider;
import karpenter.simulator.port.Fault;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.PortCall;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// What a cloud may do to us.
class CloudTroubleTest {
  /// The first of those that cost the least.
  private static final String ZONE = "test-zone-a";

  @Test
  void what_is_sold_out_is_bought_elsewhere() throws Exception {
    play(
        played -> {
          played.cloud().sellOut((_, offering) -> isIn(offering, ZONE));

          pods(played, 2);

          assertThat(played.cluster().kube().view(Resource.NODES))
              .extracting(node -> node.at("/metadata/labels").path(Labels.ZONE).asText())
              .doesNotContain(ZONE);
        });
  }

  @Test
  void pods_wait_while_nothing_can_be_had_and_run_when_it_can() throws Exception {
    play(
        played -> {
          var cluster = played.cluster();
          played.cloud().sellOut((_, _) -> true);
          create(played, 2);
          cluster.pass(Duration.ofMinutes(10));
          assertThat(played.cloud().launched()).isZero();

          played.cloud().sellOut((_, _) -> false);

          awaitRunning(played, 2);
          assertThat(played.cloud().launched()).isEqualTo(2);
        });
  }

  @Test
  void a_machine_that_ends_by_itself_is_replaced() throws Exception {
    play(
        played -> {
          var cluster = played.cluster();
          pods(played, 2);
          var lost = played.cloud().running().getFirst();
          played.cloud().lose(lost);
          // Its kubelet is gone with it.
          cluster.kubelets().silence(node -> node.at("/spec/providerID").asText().equals(lost));

          cluster.await(
              "the node is gone",
              Duration.ofMinutes(20),
              () ->
                  cluster.kube().view(Resource.NODES).stream()
                      .noneMatch(node -> node.at("/spec/providerID").asText().equals(lost)));

          cluster.await(
              "another is launched", Duration.ofMinutes(5), () -> played.cloud().launched() == 3);
          awaitRunning(played, 2);
        });
  }

  @Test
  void a_machine_that_never_boots_is_given_up_and_ended() throws Exception {
    play(
        played -> {
          played.cloud().stillborn(1);

          pods(played, 1);

          assertThat(played.cloud().launched()).isEqualTo(2);
          assertThat(played.cloud().running()).hasSize(1);
        });
  }

  @Test
  void a_machine_that_is_taken_back_is_replaced_before() throws Exception {
    play(
        played -> {
          var cluster = played.cluster();
          pods(played, 2);
          var taken = played.cloud().running().getFirst();
          var isGone = new AtomicBoolean();

          played.cloud().interrupt(taken, Duration.ofMinutes(2), () -> isGone.set(true));

          cluster.await(
              "another is launched", Duration.ofMinutes(1), () -> played.cloud().launched() == 3);
          assertThat(isGone).isFalse();
          cluster.await("the machine is gone", Duration.ofMinutes(5), isGone::get);
          awaitRunning(played, 2);
        });
  }

  @Test
  void a_launch_that_fails_is_tried_again() throws Exception {
    play(
        played -> {
          played.cloud().refuse(3);

          pods(played, 1);

          assertThat(played.cloud().launched()).isEqualTo(1);
        });
  }

  @Test
  void a_list_that_lacks_a_machine_costs_nobody_theirs() throws Exception {
    play(
        played -> {
          pods(played, 2);
          played.cloud().overlook(6);

          played.cluster().pass(Duration.ofMinutes(15));

          assertThat(played.cloud().launched()).isEqualTo(2);
        });
  }

  @Test
  void a_cloud_that_throttles_is_asked_again() throws Exception {
    play(
        played -> {
          played.cluster().rules().faults(Faults.throttling(1, 500));

          pods(played, 2);

          assertThat(played.cloud().launched()).isEqualTo(2);
        });
  }

  @Test
  void a_launch_that_hangs_is_repeated() throws Exception {
    play(
        played -> {
          played.cluster().rules().faults(first(2, "launch", new Fault.Hangs()));

          pods(played, 2);

          assertThat(played.cloud().launched()).isEqualTo(2);
        });
  }

  @Test
  void a_launch_that_is_done_long_after_it_was_given_up_is_no_second_machine() throws Exception {
    play(
        played -> {
          var late = new Fault.HangsAndIsDone(Duration.ofMinutes(4));
          played.cluster().rules().faults(first(2, "launch", late));

          pods(played, 2);
          played.cluster().pass(Duration.ofMinutes(10));

          assertThat(played.cloud().launched()).isEqualTo(2);
        });
  }

  @Test
  void a_claim_deleted_while_its_launch_hangs_is_finalized_and_its_machine_collected()
      throws Exception {
    play(
        played -> {
          var cluster = played.cluster();
          var late = new Fault.HangsAndIsDone(Duration.ofMinutes(20));
          cluster
              .rules()
              .faults(first(1000, "launch", late).or(first(3, "list", new Fault.Hangs())));
          create(played, 1);
          cluster.await(
              "a claim is there",
              Duration.ofMinutes(1),
              () -> !cluster.kube().view(Resource.NODE_CLAIMS).isEmpty());
          cluster.pass(Duration.ofSeconds(30));

          cluster
              .kube()
              .delete(Resource.DEPLOYMENTS, ObjectKey.of("default", "web"), Deletion.PLAIN);
          for (var claim : cluster.kube().view(Resource.NODE_CLAIMS)) {
            var key = ObjectKey.cluster(claim.at("/metadata/name").asText());
            cluster.kube().delete(Resource.NODE_CLAIMS, key, Deletion.PLAIN);
          }

          cluster.await(
              "the claim is gone",
              Duration.ofMinutes(5),
              () -> cluster.kube().view(Resource.NODE_CLAIMS).isEmpty());
          assertThat(played.cloud().launched()).isZero();
          cluster.await(
              "the machine is launched at last",
              Duration.ofMinutes(30),
              () -> played.cloud().launched() > 0);
          cluster.await(
              "and collected", Duration.ofMinutes(15), () -> played.cloud().running().isEmpty());
        });
  }

  @Test
  void a_deletion_that_hangs_is_repeated() throws Exception {
    // The end of the story waits until every machine has gone.
    play(
        played -> {
          played.cluster().rules().faults(first(3, "terminate", new Fault.Hangs()));

          pods(played, 2);
        });
  }

  @Test
  void warnings_are_heard_although_asking_for_them_hung() throws Exception {
    play(
        played -> {
          var cluster = played.cluster();
          cluster
              .rules()
              .faults(
                  first(5, "poll", new Fault.Hangs())
                      .or(first(1, "acknowledge", new Fault.Hangs())));
          pods(played, 2);
          cluster.pass(Duration.ofMinutes(10));
          var taken = played.cloud().running().getFirst();

          played.cloud().interrupt(taken, Duration.ofMinutes(2), () -> {});

          cluster.await(
              "another is launched", Duration.ofMinutes(1), () -> played.cloud().launched() == 3);
          awaitRunning(played, 2);
        });
  }

  @Test
  void a_machine_that_ended_is_replaced_although_looking_for_it_hung() throws Exception {
    play(
        played -> {
          var cluster = played.cluster();
          cluster.rules().faults(first(3, "find", new Fault.Hangs()));
          pods(played, 2);
          var lost = played.cloud().running().getFirst();

          played.cloud().lose(lost);
          cluster.kubelets().silence(node -> node.at("/spec/providerID").asText().equals(lost));

          cluster.await(
              "another is launched", Duration.ofMinutes(30), () -> played.cloud().launched() == 3);
          awaitRunning(played, 2);
        });
  }

  /// The fault strikes so many calls of the cloud with this verb.
  private static Faults first(int times, String verb, Fault fault) {
    var left = new AtomicInteger(times);
    return call ->
        call.port() == PortCall.Port.CLOUD && call.verb().equals(verb) && left.getAndDecrement() > 0
            ? Optional.of(fault)
            : Optional.empty();
  }

  private interface Play {
    void in(Stage.Played played) throws Exception;
  }

  private static void play(Play play) throws Exception {
    Callable<Boolean> simulation =
        () -> {
          try (var played = Stage.CLOUD.open(Circumstances.calm(1))) {
            play.in(played);
            end(played);
            return true;
          }
        };
    Driver.call(simulation);
  }

  private static void pods(Stage.Played played, int count) throws Exception {
    create(played, count);
    awaitRunning(played, count);
  }

  private static void create(Stage.Played played, int count) {
    var kube = played.cluster().kube();
    kube.create(KwokProvider.NODE_CLASSES, Trees.tree("{metadata: {name: default}}"));
    var pool = Trees.pool("general");
    pool.withObject("/spec/template/spec").put("expireAfter", "Never");
    kube.create(Resource.NODE_POOLS, pool);
    kube.create(
        Resource.DEPLOYMENTS,
        Trees.tree(
            """
            metadata: {name: web, namespace: default}
            spec:
              replicas: %d
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers: [{name: main, image: none, resources: {requests: {cpu: "1"}}}]
                  affinity:
                    podAntiAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        - topologyKey: kubernetes.io/hostname
                          labelSelector: {matchLabels: {app: web}}
            """
                .formatted(count)));
  }

  private static void awaitRunning(Stage.Played played, int count) throws Exception {
    var kube = played.cluster().kube();
    played
        .cluster()
        .await(
            count + " pods run",
            Duration.ofMinutes(40),
            () ->
                kube.view(Resource.PODS).stream()
                        .filter(pod -> pod.at("/status/phase").asText().equals("Running"))
                        .filter(pod -> !Trees.isTerminating(pod))
                        .count()
                    == count);
  }

  /// Nothing is left when the pool is gone.
  private static void end(Stage.Played played) throws Exception {
    var cluster = played.cluster();
    var kube = cluster.kube();
    kube.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", "web"), Deletion.PLAIN);
    kube.delete(Resource.NODE_POOLS, ObjectKey.cluster("general"), Deletion.PLAIN);
    cluster.await(
        "no machine is left",
        Duration.ofMinutes(30),
        () -> played.cloud().running().isEmpty() && kube.view(Resource.NODES).isEmpty());
    cluster.check();
  }

  private static boolean isIn(Offering offering, String zone) {
    return offering.requirements().get(Labels.ZONE).contains(zone);
  }
}
