package karpenter.operator.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import karpenter.core.facts.PodFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.settings.Settings;
import karpenter.operator.state.ApiClusterWriter;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestRuntime;
import karpenter.operator.testkit.TestSettings;
import karpenter.operator.testkit.TestWorld;
import karpenter.operator.testkit.TreeKube;
import org.junit.jupiter.api.Test;

class BufferLoopTest {
  private static final ObjectKey SPARE = ObjectKey.of("shop", "spare");
  private static final String BUFFER =
      "metadata: {namespace: shop, name: spare}\nspec: {%s}\nstatus: {}\n";
  private static final String TEMPLATE =
      """
      metadata: {namespace: shop, name: web}
      template:
        metadata: {labels: {app: web}}
        spec:
          volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
          containers: [{name: main, resources: {requests: {cpu: "%s"}}}]
      """;
  private static final String DEPLOYMENT =
      """
      metadata: {namespace: shop, name: web}
      spec:
        replicas: 10
        template: {metadata: {labels: {app: web}}, spec: {containers: [{name: main, resources: {requests: {cpu: "1"}}}]}}
      """;

  private final TestClock clock = new TestClock(TestWorld.START);
  private final TestCloud cloud = new TestCloud();
  private final Reading reading = Reading.of(cloud);
  private final WatchedState state =
      new WatchedState(reading, List.of(Resource.CAPACITY_BUFFERS, Resource.POD_TEMPLATES));
  private final TreeKube kube = new TreeKube(state);
  private final TestRuntime runtime = new TestRuntime(clock);
  private final VirtualPods virtualPods = new VirtualPods();
  private final List<String> triggers = new ArrayList<>();

  BufferLoopTest() {
    var context =
        new LoopContext(
            state,
            new ApiClusterWriter(kube, state, reading),
            kube,
            cloud,
            _ -> {},
            Metrics.NONE,
            _ -> {},
            clock,
            runtime,
            TestSettings.withAllGates(Settings.DEFAULT));
    runtime.start(BufferLoops.loops(context, virtualPods, triggers::add), state);
  }

  private void buffer(String spec) {
    kube.put(Resource.CAPACITY_BUFFERS, BUFFER.formatted(spec));
    runtime.run(Duration.ZERO);
  }

  private JsonNode status() {
    return kube.stored(Resource.CAPACITY_BUFFERS, SPARE).path("status");
  }

  /// `type=status(reason)`.
  private List<String> conditions() {
    var all = new ArrayList<String>();
    for (var condition : status().path("conditions")) {
      all.add(
          condition.path("type").asText()
              + "="
              + condition.path("status").asText()
              + "("
              + condition.path("reason").asText()
              + ")");
    }
    return all;
  }

  private void planned(List<String> seated, List<String> homeless) {
    virtualPods.planned(new VirtualPods.Seats(new TreeSet<>(seated), new TreeSet<>(homeless)));
    runtime.run(Duration.ZERO);
  }

  @Test
  void a_buffer_on_a_template_becomes_virtual_pods_without_volumes() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");

    assertThat(virtualPods.pods())
        .extracting(PodFacts::name)
        .containsExactly("capacity-buffer-spare-1", "capacity-buffer-spare-2");
    var pod = virtualPods.pods().getFirst();
    assertThat(pod.uid()).isEqualTo("uid-spare-1");
    assertThat(pod.volumes()).isEmpty();
    assertThat(pod.spec().isVirtual()).isTrue();
    assertThat(pod.spec().requests().get("cpu")).isEqualTo(2000);
    assertThat(pod.isProvisionable()).isTrue();
    assertThat(status().path("replicas").asInt()).isEqualTo(2);
    assertThat(status().path("podTemplateRef").path("name").asText()).isEqualTo("web");
    assertThat(status().path("podTemplateGeneration").asInt()).isEqualTo(1);
    assertThat(conditions()).containsExactly("ReadyForProvisioning=True(Resolved)");
    assertThat(triggers).containsExactly("uid-spare");
  }

  @Test
  void a_buffer_on_a_workload_is_a_share_of_it() {
    kube.put(Resource.DEPLOYMENTS, DEPLOYMENT);
    buffer("scalableRef: {kind: Deployment, name: web}, percentage: 25");

    assertThat(virtualPods.pods()).hasSize(3);
    assertThat(status().has("podTemplateRef")).isFalse();
  }

  @Test
  void a_workload_that_grows_is_noticed_at_the_next_look() {
    kube.put(Resource.DEPLOYMENTS, DEPLOYMENT);
    buffer("scalableRef: {kind: Deployment, name: web}, percentage: 25");

    kube.put(Resource.DEPLOYMENTS, DEPLOYMENT.replace("replicas: 10", "replicas: 20"));
    runtime.run(BufferLoop.LOOK_AGAIN);

    assertThat(virtualPods.pods()).hasSize(5);
  }

  @Test
  void a_workload_that_comes_after_its_buffer_is_found_soon() {
    buffer("scalableRef: {kind: Deployment, name: web}, replicas: 2");

    kube.put(Resource.DEPLOYMENTS, DEPLOYMENT);
    runtime.run(BufferLoop.WHILE_WANTING);

    assertThat(virtualPods.pods()).hasSize(2);
    assertThat(conditions()).contains("ReadyForProvisioning=True(Resolved)");
  }

  @Test
  void a_template_that_changes_changes_the_pods_at_once() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");

    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("3"));
    runtime.run(Duration.ZERO);

    assertThat(virtualPods.pods().getFirst().spec().requests().get("cpu")).isEqualTo(3000);
    assertThat(status().path("podTemplateGeneration").asInt()).isEqualTo(2);
  }

  @Test
  void what_a_buffer_points_to_must_exist() {
    buffer("podTemplateRef: {name: web}, replicas: 2");
    assertThat(conditions())
        .containsExactly(
            "ReadyForProvisioning=False(PodTemplateNotFound)",
            "Provisioning=False(NotReadyForProvisioning)");

    buffer("scalableRef: {kind: StatefulSet, name: web}, replicas: 2");
    assertThat(conditions()).contains("ReadyForProvisioning=False(ScalableRefNotFound)");

    buffer("scalableRef: {kind: CronJob, name: web}, replicas: 2");
    assertThat(conditions()).contains("ReadyForProvisioning=False(ResolutionFailed)");

    buffer("replicas: 2");
    assertThat(conditions()).contains("ReadyForProvisioning=False(ResolutionFailed)");

    buffer("provisioningStrategy: other, podTemplateRef: {name: web}, replicas: 2");
    assertThat(conditions()).contains("ReadyForProvisioning=False(UnsupportedStrategy)");
    assertThat(virtualPods.pods()).isEmpty();
  }

  @Test
  void a_pass_shows_on_the_buffer() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");

    planned(List.of("uid-spare-1"), List.of("uid-spare-2"));
    assertThat(conditions()).contains("Provisioning=False(RequiresNewCapacity)");

    planned(List.of("uid-spare-1", "uid-spare-2"), List.of());
    assertThat(conditions()).contains("Provisioning=True(FitsExistingCapacity)");
  }

  @Test
  void the_pods_of_another_buffer_say_nothing() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");

    planned(List.of("uid-other-1"), List.of("uid-other-2"));

    assertThat(conditions()).containsExactly("ReadyForProvisioning=True(Resolved)");
  }

  @Test
  void an_empty_buffer_says_so() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 0");

    assertThat(virtualPods.pods()).isEmpty();
    assertThat(conditions())
        .containsExactly("ReadyForProvisioning=True(Resolved)", "Provisioning=False(BufferEmpty)");
  }

  @Test
  void nothing_is_written_while_nothing_changes() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");
    int before = kube.patched.size();

    runtime.run(Duration.ofMinutes(5));

    assertThat(kube.patched).hasSize(before);
    assertThat(triggers).hasSizeGreaterThan(5);
  }

  @Test
  void a_buffer_that_goes_takes_its_pods_with_it() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");

    kube.remove(Resource.CAPACITY_BUFFERS, SPARE);
    runtime.run(Duration.ZERO);

    assertThat(virtualPods.pods()).isEmpty();
  }

  @Test
  void a_buffer_that_is_gone_asks_for_a_pass_that_counts_without_it() {
    kube.put(Resource.POD_TEMPLATES, TEMPLATE.formatted("2"));
    buffer("podTemplateRef: {name: web}, replicas: 2");
    triggers.clear();

    kube.remove(Resource.CAPACITY_BUFFERS, SPARE);
    runtime.run(Duration.ZERO);

    assertThat(virtualPods.pods()).isEmpty();
    assertThat(triggers).hasSize(1);
  }
}
