package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Type `large` brings two GPUs of unlike models, type `small` brings none.
@SuppressWarnings("NullAway.Init")
class DeviceUseTest {
  private static final String CLASS =
      "{'kind': 'DeviceClass', 'metadata': {'name': 'gpu'}, 'spec': {'selectors': [{'cel': {'expression': 'device.driver == \\\"gpu.example\\\"'}}]}}";
  private static final String LARGE_WITH_GPUS =
      LARGE.replace(
          "'offerings'",
          "'dynamicResources': [{'driver': 'gpu.example', 'pool': 'own', 'devices': [%s, %s]}], 'offerings'"
              .formatted(gpu("0", "a100"), gpu("1", "t4")));

  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void gpus() {
    cluster =
        new Cluster(directory)
            .options("{'ignoreDraRequests': false}")
            .with("instancetypes", SMALL, LARGE_WITH_GPUS)
            .pods(claiming("p", "t"), claiming("q", "t"), claiming("r", "t"));
    devices(template("t", ""));
  }

  @Test
  void every_listed_type_must_have_the_devices() {
    cluster.pods(claiming("p", "t"));

    assertThat(cluster.faults(placed(large("p")))).isEmpty();
    assertThat(cluster.check(placed(claim("p"))).faults())
        .extracting(Fault::toString)
        .containsExactly(
            "devices-missing claim 0: the devices of small do not suffice for the claims [p gpu]");
  }

  @Test
  void device_is_given_once() {
    assertThat(cluster.faults(placed(large("p", "q"), large("r")))).isEmpty();
    assertThat(cluster.faults(placed(large("p", "q", "r")))).containsExactly(DEVICES_MISSING);
  }

  @Test
  void count_of_a_request_is_met() {
    cluster.pods(claiming("p", "t"));

    devices(template("t", ", 'count': 2"));
    assertThat(cluster.faults(placed(large("p")))).isEmpty();
    devices(template("t", ", 'count': 3"));
    assertThat(cluster.faults(placed(large("p")))).containsExactly(DEVICES_MISSING);
  }

  @Test
  void selectors_are_met() {
    cluster.pods(claiming("p", "t"), claiming("q", "t"));

    devices(template("t", selector("device.attributes['gpu.example'].model == 'a100'")));
    assertThat(cluster.faults(placed(large("p"), large("q")))).isEmpty();
    assertThat(cluster.faults(placed(large("p", "q")))).containsExactly(DEVICES_MISSING);
    devices(template("t", selector("device.attributes['gpu.example'].model == 'h100'")));
    assertThat(cluster.faults(placed(large("p"), large("q")))).containsExactly(DEVICES_MISSING);
  }

  @Test
  void selector_beyond_the_reader_is_no_fault() {
    cluster.pods(claiming("p", "t"));
    devices(template("t", selector("device.attributes['gpu.example'].exists(a, a == 1)")));

    assertThat(cluster.faults(placed(large("p")))).isEmpty();
  }

  @Test
  void all_is_every_device_and_at_least_one() {
    cluster.pods(claiming("p", "t"), claiming("q", "t"));
    devices(template("t", ", 'allocationMode': 'All'"));

    assertThat(cluster.faults(placed(large("p"), large("q")))).isEmpty();
    assertThat(cluster.faults(placed(large("p", "q")))).containsExactly(DEVICES_MISSING);
  }

  @Test
  void constraint_holds_for_the_devices_of_a_claim() {
    cluster.pods(claiming("p", "t"));
    var alike = template("t", ", 'count': 2");

    devices(
        alike.replace(
            "'requests'", "'constraints': [{'matchAttribute': 'gpu.example/model'}], 'requests'"));
    assertThat(cluster.faults(placed(large("p")))).containsExactly(DEVICES_MISSING);
    devices(
        alike.replace(
            "'requests'", "'constraints': [{'matchAttribute': 'gpu.example/numa'}], 'requests'"));
    assertThat(cluster.faults(placed(large("p")))).isEmpty();
  }

  @Test
  void devices_of_several_nodes_are_shared_out() {
    cluster.with("instancetypes", SMALL, LARGE).pods(claiming("p", "t"), claiming("q", "t"));
    var two = placed(claim("p"), claim("q"));

    devices(template("t", ""), slice(gpu("0", "a100"), gpu("1", "a100")));
    assertThat(cluster.faults(two)).isEmpty();
    devices(template("t", ""), slice(gpu("0", "a100")));
    assertThat(cluster.check(two).faults())
        .extracting(Fault::toString)
        .containsExactly(
            "devices-missing devices: those that can be used from several nodes do not suffice for the 2 claims together");
  }

  @Test
  void devices_of_a_node_are_for_its_pods() {
    cluster.pods(claiming("p", "t")).with("nodes", node("n", "a", ""), node("m", "a", ""));
    devices(
        template("t", ""), slice(gpu("0", "a100")).replace("'allNodes': true", "'nodeName': 'n'"));

    assertThat(cluster.faults(onNode("n", "p"))).isEmpty();
    assertThat(cluster.faults(onNode("m", "p"))).containsExactly(DEVICES_MISSING);
  }

  @Test
  void device_that_a_claim_has_is_not_free() {
    cluster.pods(claiming("p", "t"), claimOf("q"));
    cluster.with("nodes", node("n", "a", ""), node("m", "b", ""));
    var allocated =
        "{'kind': 'ResourceClaim', 'metadata': {'name': 'c'}, 'spec': {}, 'status': {'allocation': {'devices': {'results': [{'driver': 'gpu.example', 'pool': 'far', 'device': 'gpu-0'}]}, 'nodeSelector': {'nodeSelectorTerms': [{'matchExpressions': [%s]}]}}}}"
            .formatted(requirement("topology.kubernetes.io/zone", "a"));
    devices(template("t", ""), slice(gpu("0", "a100")), allocated);

    assertThat(cluster.faults(onNode("n", "p", "q"))).containsExactly(DEVICES_MISSING);
    assertThat(cluster.pods(claimOf("q")).faults(onNode("n", "q"))).isEmpty();
    assertThat(cluster.faults(onNode("m", "q"))).containsExactly(DEVICE_TOPOLOGY);
  }

  @Test
  void claim_and_class_must_exist() {
    cluster.pods(claiming("p", "nobody"));
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(DEVICE_CLAIM_MISSING);

    cluster.pods(claiming("p", "t"));
    cluster.with("devices", template("t", ""));
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(DEVICE_CLAIM_MISSING);
  }

  @Test
  void pod_with_claims_is_refused_where_claims_are_ignored() {
    cluster.pods(claiming("p", "t")).options("{}");

    assertThat(cluster.faults(placed(claim("p")))).containsExactly(DEVICES_IGNORED);
  }

  private void devices(String... objects) {
    var all = new String[objects.length + 1];
    all[0] = CLASS;
    System.arraycopy(objects, 0, all, 1, objects.length);
    cluster.with("devices", all);
  }

  private static String gpu(String name, String model) {
    return "{'name': 'gpu-%s', 'attributes': {'model': {'string': '%s'}, 'numa': {'int': 0}}}"
        .formatted(name, model);
  }

  private static String slice(String... gpus) {
    return "{'kind': 'ResourceSlice', 'metadata': {'name': 's'}, 'spec': {'driver': 'gpu.example', 'pool': {'name': 'far', 'generation': 1, 'resourceSliceCount': 1}, 'allNodes': true, 'devices': [%s]}}"
        .formatted(String.join(",", gpus));
  }

  private static String template(String name, String request) {
    return "{'kind': 'ResourceClaimTemplate', 'metadata': {'name': '%s'}, 'spec': {'spec': {'devices': {'requests': [{'name': 'r', 'exactly': {'deviceClassName': 'gpu'%s}}]}}}}"
        .formatted(name, request);
  }

  /// Quotes of the test's JSON are the expression's, too, so those are escaped.
  private static String selector(String expression) {
    return ", 'selectors': [{'cel': {'expression': '%s'}}]"
        .formatted(expression.replace("'", "\\\""));
  }

  private static String claiming(String name, String template) {
    return pod(
        name,
        "100m",
        "'resourceClaims': [{'name': 'gpu', 'resourceClaimTemplateName': '%s'}],"
            .formatted(template));
  }

  private static String claimOf(String name) {
    return pod(name, "100m", "'resourceClaims': [{'name': 'gpu', 'resourceClaimName': 'c'}],");
  }

  private static String large(String... pods) {
    return claim("'large'", "", 0.4, pods);
  }
}
