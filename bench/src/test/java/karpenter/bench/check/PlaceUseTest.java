package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Room, host ports and volumes.
@SuppressWarnings("NullAway.Init")
class PlaceUseTest {
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_node() {
    cluster = new Cluster(directory).with("nodes", node("n", "a", ""));
  }

  @Test
  void pods_must_fit_beside_those_already_bound() {
    cluster.pods(pod("p", "2"));
    cluster.with("boundpods", bound("b", "n", "1900m", ""));
    assertThat(cluster.faults(onNode("n", "p"))).isEmpty();

    cluster.with("boundpods", bound("b", "n", "2", ""));
    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(NODE_OVERCOMMITTED);
  }

  @Test
  void finished_pod_takes_no_room() {
    cluster.pods(pod("p", "2"));
    var finished = bound("b", "n", "2", "");
    cluster.with("boundpods", finished.replaceFirst("\\{", "{'status': {'phase': 'Succeeded'}, "));

    assertThat(cluster.faults(onNode("n", "p"))).isEmpty();
  }

  @Test
  void one_host_port_has_one_holder_per_claim() {
    cluster.pods(withPort("p", "0.0.0.0", 80), withPort("q", "10.0.0.1", 80));

    assertThat(cluster.faults(placed(claim("p", "q")))).containsExactly(HOST_PORT);
    assertThat(cluster.faults(placed(claim("p"), claim("q")))).isEmpty();
  }

  @Test
  void other_ports_and_other_addresses_do_not_conflict() {
    cluster.pods(
        withPort("p", "10.0.0.1", 80),
        withPort("q", "10.0.0.2", 80),
        withPort("r", "10.0.0.1", 81));

    assertThat(cluster.faults(placed(claim("p", "q", "r")))).isEmpty();
  }

  @Test
  void host_port_of_a_bound_pod_is_taken() {
    cluster.pods(withPort("p", "", 80));
    cluster.with(
        "boundpods", withPort("b", "", 80).replace("'spec': {", "'spec': {'nodeName': 'n',"));

    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(HOST_PORT);
  }

  @Test
  void pod_follows_the_zone_of_its_volume() {
    cluster.pods(pod("p", "1", volume("data")));
    cluster.with("volumes", claimOn("data", "pv"), persistentVolume("pv", "b"));

    assertThat(cluster.faults(placed(inZone("b", "p")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "p")))).containsExactly(VOLUME_TOPOLOGY);
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(VOLUME_TOPOLOGY);
    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(VOLUME_TOPOLOGY);
  }

  @Test
  void pod_follows_the_zones_its_storage_class_allows() {
    cluster.pods(pod("p", "1", volume("data")));
    cluster.with(
        "volumes",
        "{'kind': 'PersistentVolumeClaim', 'metadata': {'name': 'data'}, 'spec': {'storageClassName': 'sc'}}",
        """
        {'kind': 'StorageClass', 'metadata': {'name': 'sc'}, 'provisioner': 'x', 'allowedTopologies': [
          {'matchLabelExpressions': [{'key': 'topology.kubernetes.io/zone', 'values': ['b']}]}]}""");

    assertThat(cluster.faults(placed(inZone("b", "p")))).isEmpty();
    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(VOLUME_TOPOLOGY);
  }

  @Test
  void volume_that_is_not_there_is_seen() {
    cluster.pods(pod("p", "1", volume("data")));

    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(VOLUME_MISSING);
  }

  @Test
  void node_attaches_no_more_volumes_than_it_can() {
    cluster.pods(pod("p", "1", volume("data")), pod("q", "1", volume("logs")));
    cluster.with(
        "volumes",
        claimOn("data", "pv1"),
        claimOn("logs", "pv2"),
        persistentVolume("pv1", "a"),
        persistentVolume("pv2", "a"),
        """
        {'kind': 'CSINode', 'metadata': {'name': 'n'},
         'spec': {'drivers': [{'name': 'disk', 'allocatable': {'count': 1}}]}}""");

    assertThat(cluster.faults(onNode("n", "p", "q"))).containsExactly(VOLUME_LIMIT);
    cluster.pods(pod("p", "1", volume("data")), pod("q", "1", volume("data")));
    assertThat(cluster.faults(onNode("n", "p", "q"))).isEmpty();
  }

  private static String withPort(String name, String ip, int port) {
    return pod(name, "100m")
        .replace(
            "'name': 'c',",
            "'name': 'c', 'ports': [{'hostPort': %d, 'hostIP': '%s'}],".formatted(port, ip));
  }

  private static String volume(String claim) {
    return "'volumes': [{'name': 'v', 'persistentVolumeClaim': {'claimName': '%s'}}],"
        .formatted(claim);
  }

  private static String claimOn(String name, String volume) {
    return "{'kind': 'PersistentVolumeClaim', 'metadata': {'name': '%s'}, 'spec': {'volumeName': '%s'}}"
        .formatted(name, volume);
  }

  private static String persistentVolume(String name, String zone) {
    return """
        {'kind': 'PersistentVolume', 'metadata': {'name': '%s'}, 'spec': {'csi': {'driver': 'disk'},
          'nodeAffinity': {'required': {'nodeSelectorTerms': [{'matchExpressions': [%s]}]}}}}"""
        .formatted(name, requirement("topology.kubernetes.io/zone", zone));
  }
}
