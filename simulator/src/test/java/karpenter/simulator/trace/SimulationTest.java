package karpenter.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.Json;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import org.junit.jupiter.api.Test;

/// Small traces, with the operator that runs in production.
class SimulationTest {
  private static final SyntheticTrace BUSY = new SyntheticTrace(2, 12, 24, Duration.ofHours(1), 7);

  @Test
  void the_same_seed_gives_the_same_answer() throws InterruptedException {
    var terms = Terms.USUAL.withSeed(5).withFaults(new Terms.Chaos(10, 72, 24));

    var once =
        Simulation.play(BUSY, setup("WhenEmptyOrUnderutilized"), terms, Simulation.Progress.NONE);
    var again =
        Simulation.play(BUSY, setup("WhenEmptyOrUnderutilized"), terms, Simulation.Progress.NONE);

    assertThat(again).isEqualTo(once);
    assertThat(once.machines().killed()).isPositive();
    assertThat(once.refused()).isEmpty();
  }

  @Test
  void every_pod_that_comes_is_accounted_for() throws InterruptedException {
    var played = play(BUSY);

    var pods = played.pods();
    assertThat(pods.arrived()).isGreaterThan(20);
    assertThat(pods.done() + pods.running() + pods.waiting()).isEqualTo(pods.arrived());
    assertThat(played.first().count()).isGreaterThanOrEqualTo(pods.done());
    assertThat(played.machines().launched() - played.machines().ended())
        .isEqualTo(played.machines().atTheEnd());
    assertThat(played.machines().used()).isBetween(0.3, 1.0);
  }

  @Test
  void a_machine_costs_money_from_its_launch_until_it_is_gone() throws InterruptedException {
    var played =
        play(
            trace(
                "{\"at\": \"1m\", \"event\": \"pod\", \"cpu\": \"1500m\", \"memory\": \"1Gi\", \"lifetime\":"
                    + " \"2h\"}",
                "{\"at\": \"5h\", \"event\": \"end\"}"));

    assertThat(played.pods().done()).isEqualTo(1);
    assertThat(played.machines().launched()).isEqualTo(1);
    assertThat(played.machines().ended()).isEqualTo(1);
    // Two hours and the minutes it takes to boot, to be found empty and to end.
    assertThat(played.machines().hours()).isBetween(2.0, 2.1);
    var price = 0.025 * 2 + 0.001 * 2 * 2 * (1L << 30) / 1e9;
    assertThat(played.cost() / played.machines().hours()).isCloseTo(price, within(1e-6));
  }

  @Test
  void who_loses_his_node_runs_elsewhere_for_what_is_left() throws InterruptedException {
    var played =
        play(
            trace(
                "{\"at\": \"0s\", \"event\": \"pod\", \"cpu\": \"1\", \"lifetime\": \"2h\"}",
                "{\"at\": \"1h\", \"event\": \"kill\", \"nodes\": 1}",
                "{\"at\": \"6h\", \"event\": \"end\"}"));

    assertThat(played.machines().killed()).isEqualTo(1);
    assertThat(played.machines().launched()).isEqualTo(2);
    assertThat(played.pods().done()).isEqualTo(1);
    assertThat(played.pods().lost() + played.pods().evicted()).isEqualTo(1);
    assertThat(played.again().count()).isEqualTo(1);
  }

  @Test
  void workloads_are_created_and_scaled() throws InterruptedException {
    var played =
        play(
            trace(
                "{\"at\": \"0s\", \"event\": \"create\", \"object\": {\"apiVersion\": \"apps/v1\", \"kind\":"
                    + " \"Deployment\", \"metadata\": {\"name\": \"web\", \"namespace\": \"default\"},"
                    + " \"spec\": {\"replicas\": 2, \"selector\": {\"matchLabels\": {\"app\": \"web\"}},"
                    + " \"template\": {\"metadata\": {\"labels\": {\"app\": \"web\"}}, \"spec\":"
                    + " {\"containers\": [{\"name\": \"main\", \"image\": \"none\", \"resources\":"
                    + " {\"requests\": {\"cpu\": \"1\"}}}]}}}}}",
                "{\"at\": \"10m\", \"event\": \"scale\", \"workload\": \"Deployment default/web\","
                    + " \"replicas\": 5}",
                "{\"at\": \"30m\", \"event\": \"end\"}"));

    assertThat(played.pods().running()).isEqualTo(5);
    assertThat(played.pods().waiting()).isZero();
  }

  @Test
  void who_can_never_run_is_taken_away_and_counted() throws InterruptedException {
    var impatient =
        new Terms(
            1,
            Terms.USUAL.start(),
            Terms.USUAL.boot(),
            Duration.ofMinutes(20),
            Optional.empty(),
            Terms.Chaos.NONE,
            10);

    var played =
        Simulation.play(
            trace(
                "{\"at\": \"0s\", \"event\": \"pod\", \"cpu\": \"9000\", \"lifetime\": \"1h\"}",
                "{\"at\": \"1h\", \"event\": \"end\"}"),
            setup("WhenEmpty"),
            impatient,
            Simulation.Progress.NONE);

    assertThat(played.pods().givenUp()).isEqualTo(1);
    assertThat(played.machines().launched()).isZero();
  }

  @Test
  void what_is_sold_out_is_not_bought() throws InterruptedException {
    var played =
        play(
            trace(
                "{\"at\": \"0s\", \"event\": \"sold-out\", \"labels\": {\"karpenter.sh/capacity-type\":"
                    + " \"on-demand\"}, \"for\": \"1h\"}",
                "{\"at\": \"1m\", \"event\": \"pod\", \"cpu\": \"1\", \"lifetime\": \"10m\"}",
                "{\"at\": \"3h\", \"event\": \"end\"}"));

    assertThat(played.pods().done()).isEqualTo(1);
    assertThat(played.first().max()).isBetween(3500.0, 4200.0);
  }

  private static Played play(Trace trace) throws InterruptedException {
    return Simulation.play(
        trace, setup("WhenEmptyOrUnderutilized"), Terms.USUAL, Simulation.Progress.NONE);
  }

  private static Trace trace(String... lines) {
    var read = TraceReader.read("test", List.of(lines));
    assertThat(read.problems()).isEmpty();
    return read.trace();
  }

  private static Setup setup(String policy) {
    var objects = new ArrayList<Setup.Given>();
    objects.add(
        new Setup.Given(
            KwokProvider.NODE_CLASSES,
            tree(
                "{apiVersion: karpenter.kwok.sh/v1alpha1, kind: KWOKNodeClass, metadata: {name:"
                    + " default}, spec: {}}")));
    objects.add(
        new Setup.Given(
            Resource.NODE_POOLS,
            tree(
                """
                apiVersion: karpenter.sh/v1
                kind: NodePool
                metadata: {name: pool}
                spec:
                  disruption: {consolidationPolicy: %s, consolidateAfter: 30s}
                  template:
                    spec:
                      expireAfter: Never
                      nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
                      requirements:
                        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
                        - {key: kubernetes.io/os, operator: In, values: [linux]}
                        - {key: kubernetes.io/arch, operator: In, values: [amd64]}
                        - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ["2", "4", "8"]}
                """
                    .formatted(policy))));
    var sold = KwokCatalogue.standard();
    var market =
        new Setup.Market(
            sold.types(), new NodeClassKind(KwokProvider.NODE_CLASSES), KwokProvider.labels(sold));
    return new Setup("test", market, objects, Settings.DEFAULT);
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
