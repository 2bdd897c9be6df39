package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import karpenter.bench.workload.WorkloadDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pods with claims for devices, from the files of a workload to the checker's word.
@SuppressWarnings("NullAway.Init")
class DevicesTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  @Test
  void our_engine_places_pods_where_their_devices_are() throws IOException {
    write("options", "{'ignoreDraRequests': false}");
    write(
        "nodepools",
        "[{'metadata': {'name': 'default'}, 'spec': {'template': {'spec': {'nodeClassRef':"
            + " {'group': 'g', 'kind': 'K', 'name': 'n'}, 'requirements': []}}}}]");
    write("instancetypes", "[%s, %s]".formatted(type("plain", 1, ""), type("gpu", 3, GPUS)));
    write("pods", "[%s, %s, %s]".formatted(pod("a"), pod("b"), pod("c")));
    write("devices", "[%s]".formatted(CLASS_AND_TEMPLATE));

    var placement = solve();

    assertThat(placement.unplaced()).isEmpty();
    assertThat(placement.claims()).hasSize(2);
    assertThat(placement.claims())
        .allSatisfy(claim -> assertThat(claim.instanceTypes()).isEqualTo(List.of("gpu")));
    assertThat(verdict(placement).faults()).isEmpty();
  }

  private Placement solve() throws IOException {
    try (var ours = new Engine(WorkloadDirectory.read(directory), 0)) {
      return ours.solve().placement();
    }
  }

  private Verdict verdict(Placement placement) throws IOException {
    var file = directory.resolve("placement-ours.json");
    JSON.writeValue(file.toFile(), placement);
    return Verdict.on(directory, file, 0);
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(directory.resolve(name + ".json"), json.replace('\'', '"'));
  }

  private static final String GPUS =
      "'dynamicResources': [{'driver': 'gpu.example.com', 'pool': 'own', 'devices': [{'name':"
          + " 'gpu-0'}, {'name': 'gpu-1'}]}],";

  private static final String CLASS_AND_TEMPLATE =
      """
      {'kind': 'DeviceClass', 'metadata': {'name': 'gpu'},
       'spec': {'selectors': [{'cel': {'expression': 'device.driver == \\"gpu.example.com\\"'}}]}},
      {'kind': 'ResourceClaimTemplate', 'metadata': {'name': 'one', 'namespace': 'default'},
       'spec': {'spec': {'devices': {'requests': [{'name': 'r', 'exactly': {'deviceClassName': 'gpu'}}]}}}}\
      """;

  private static String type(String name, double price, String devices) {
    return """
    {'name': '%s', 'capacity': {'cpu': '4', 'memory': '8Gi', 'pods': '20'}, %s
     'offerings': [{'price': %s, 'requirements': [
       {'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['z']},
       {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}]}]}\
    """
        .formatted(name, devices, price);
  }

  private static String pod(String name) {
    return """
    {'metadata': {'name': '%s', 'uid': '%1$s', 'namespace': 'default'},
     'spec': {'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '100m'}}}],
              'resourceClaims': [{'name': 'gpu', 'resourceClaimTemplateName': 'one'}]}}\
    """
        .formatted(name);
  }
}
