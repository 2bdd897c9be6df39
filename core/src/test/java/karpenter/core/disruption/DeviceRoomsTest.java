package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.facts.NodeFixture;
import karpenter.core.testkit.facts.PodFixture;
import org.junit.jupiter.api.Test;

class DeviceRoomsTest {
  private static final String GPU = "nvidia.com/gpu";
  private static final Resources LARGE = cpu(8).with(GPU, 1).with(Resources.PODS, 110);

  @Test
  void pods_that_fit_beside_the_work_of_a_gpu_node_may_spill_over() {
    var rooms = rooms(ready(gpuNode("g")), pod("job").requests(cpu(5).with(GPU, 1)));

    var spillover = spillover(rooms, node(web(), web(), web(), web()));

    assertThat(spillover.pods()).isEqualTo(3);
    assertThat(spillover.pools()).containsExactly("gpu");
  }

  @Test
  void no_more_pods_spill_over_than_count() {
    var twelve = new PodFixture[12];
    for (int i = 0; i < twelve.length; i++) {
      twelve[i] = pod("p" + i).requests(Resources.of(Map.of(Resources.CPU, 10L)));
    }

    assertThat(spillover(rooms(ready(gpuNode("g"))), node(twelve)).pods())
        .isEqualTo(Churn.MOST_PODS);
  }

  @Test
  void pods_that_ask_for_the_device_are_at_home_there() {
    var job = web().requests(cpu(1).with(GPU, 1));

    assertThat(spillover(rooms(ready(gpuNode("g"))), node(job)).pods()).isZero();
  }

  @Test
  void pods_that_may_not_run_there_do_not_spill_over() {
    var tainted = gpuNode("g").taint("gpu", "", Taint.Effect.NO_SCHEDULE);
    var elsewhere = web().selecting("disk", "fast");

    assertThat(spillover(rooms(ready(tainted)), node(web())).pods()).isZero();
    assertThat(spillover(rooms(ready(gpuNode("g"))), node(elsewhere)).pods()).isZero();
    assertThat(spillover(rooms(ready(gpuNode("g").label("disk", "fast"))), node(elsewhere)).pods())
        .isEqualTo(1);
  }

  @Test
  void nothing_spills_over_to_nodes_without_devices_or_not_ready_for_pods() {
    var plain = readyNode("n").allocatable(cpu(8).with(Resources.PODS, 110));
    var young = gpuNode("g").label("karpenter.sh/initialized", "false");
    var leaving = gpuNode("g").deletedAt(NOW);

    assertThat(spillover(rooms(ready(plain)), node(web())).pods()).isZero();
    assertThat(spillover(rooms(ready(young)), node(web())).pods()).isZero();
    assertThat(spillover(rooms(ready(leaving)), node(web())).pods()).isZero();
  }

  @Test
  void pods_of_a_node_with_devices_do_not_spill_over() {
    var plain = node(web());
    var own =
        new Candidate(
            ready(gpuNode("a")),
            GENERAL,
            plain.type(),
            plain.zone(),
            plain.capacityType(),
            plain.pods(),
            plain.reschedulable(),
            plain.price(),
            0,
            plain.reschedulingCost());

    assertThat(spillover(rooms(ready(gpuNode("g"))), own).pods()).isZero();
  }

  @Test
  void nothing_spills_over_to_a_gpu_node_that_leaves_with_the_move() {
    var web = node(web());
    var gpu =
        new Candidate(
            ready(gpuNode("g")),
            GENERAL,
            web.type(),
            web.zone(),
            web.capacityType(),
            List.of(),
            List.of(),
            1,
            0,
            Costs.OF_A_NODE);

    var rooms = rooms(ready(gpuNode("g")));

    assertThat(rooms.spillover(web, List.of(web, gpu)).pods()).isZero();
    assertThat(rooms.spillover(web, List.of(web)).pods()).isEqualTo(1);
  }

  private static DeviceRooms.Spillover spillover(DeviceRooms rooms, Candidate candidate) {
    return rooms.spillover(candidate, List.of(candidate));
  }

  private static Resources cpu(int cores) {
    return Resources.of(Map.of(Resources.CPU, cores * 1000L));
  }

  private static PodFixture web() {
    return pod("web").requests(cpu(1).with(Resources.PODS, 1));
  }

  private static NodeFixture gpuNode(String name) {
    return readyNode(name).of("gpu").allocatable(LARGE);
  }

  private static StateNode ready(NodeFixture fixture) {
    var node = fixture.build();
    return new StateNode(Optional.of(node), Optional.of(readyClaim(node.name()).build()));
  }

  private static DeviceRooms rooms(StateNode node, PodFixture... running) {
    return DeviceRooms.of(List.of(node), _ -> built(running));
  }

  private static Candidate node(PodFixture... pods) {
    return Exhibits.candidate("a", GENERAL, "large", "on-demand", 1, built(pods));
  }

  private static List<PodFacts> built(PodFixture... pods) {
    var facts = new ArrayList<PodFacts>();
    for (var pod : pods) {
      facts.add(pod.on("n").build());
    }
    return facts;
  }
}
