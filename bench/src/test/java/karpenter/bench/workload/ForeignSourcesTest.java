package karpenter.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files these generators read are not ours to ship; small ones of the same form stand in.
class ForeignSourcesTest {

  @TempDir private Path directory;

  @Test
  void aws_types_are_the_first_64_bit_linux_entry_of_each_name() throws IOException {
    var file =
        file(
            "aws.json",
            "["
                + aws("t2.nano", "i386", "linux", 1.0)
                + ","
                + aws("t2.nano", "x86_64", "windows", 2.0)
                + ","
                + aws("t2.nano", "x86_64", "linux", 3.0)
                + ","
                + aws("a1.large", "arm64", "linux", 4.0)
                + "]");

    var types = AwsCatalogue.types(new Draw(1), file);

    assertThat(types)
        .extracting(type -> type.path("name").asText())
        .containsExactly("a1.large", "t2.nano");
    assertThat(types.get(1).at("/offerings/0/price").asDouble()).isEqualTo(3.0);
    assertThat(types.get(1).at("/requirements/1/values/0").asText()).isEqualTo("amd64");
  }

  private static String aws(String name, String architecture, String os, double price) {
    return """
    {"name":"%s","architecture":"%s","operatingSystems":["%s"],
     "resources":{"cpu":"2","memory":"1Gi","pods":"10"},
     "offerings":[
      {"Price":%s,"Available":true,"Requirements":[
        {"key":"karpenter.sh/capacity-type","operator":"In","values":["on-demand"]},
        {"key":"topology.kubernetes.io/zone","operator":"In","values":["us-west-2a"]}]},
      {"Price":0.7,"Available":true,"Requirements":[
        {"key":"karpenter.sh/capacity-type","operator":"In","values":["spot"]},
        {"key":"topology.kubernetes.io/zone","operator":"In","values":["us-west-2a"]}]}]}
    """
        .formatted(name, architecture, os, price);
  }

  @Test
  void spot_prices_are_drawn_within_the_real_range() throws IOException {
    var type =
        AwsCatalogue.types(
            new Draw(1), file("aws.json", "[" + aws("m5.large", "x86_64", "linux", 10.0) + "]"));

    var spot = type.getFirst().at("/offerings/1");

    assertThat(spot.at("/requirements/0/values/0").asText()).isEqualTo("spot");
    assertThat(spot.path("price").asDouble()).isBetween(1.6, 4.7);
  }

  @Test
  void the_gpu_catalogue_has_one_type_per_node_shape() throws IOException {
    var nodes =
        file(
            "nodes.csv",
            "sn,cpu_milli,memory_mib,gpu,model\na,96000,393216,8,G2\nb,96000,393216,8,G2\nc,8000,61440,1,P100\n");

    var types = GpuTrace.types(nodes);

    assertThat(types)
        .extracting(type -> type.path("name").asText())
        .containsExactly("g2-x8-096c-0384g", "p100-x1-008c-0060g");
    assertThat(types.getFirst().at("/offerings/0/price").asDouble()).isEqualTo(10.56);
  }

  @Test
  void a_fraction_of_a_gpu_takes_a_whole_one_and_a_wanted_model_is_required() throws IOException {
    var pods = GpuTrace.pods(new Draw(1), file("pods.csv", POD_LIST));

    assertThat(pods.getFirst().at("/spec/containers/0/resources/requests/nvidia.com~1gpu").asText())
        .isEqualTo("1");
    assertThat(models(pods.getFirst())).containsExactly("G2", "T4");
    assertThat(pods.get(1).at("/spec/containers/0/resources/requests").has("nvidia.com/gpu"))
        .isFalse();
    assertThat(pods.get(1).path("spec").has("affinity")).isFalse();
  }

  private static final String POD_LIST =
      """
      name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time
      p-0,6000,12288,1,460,G2|T4,LS,Running,427061,12902960,427061
      p-1,4000,0,0,0,,BE,Failed,5,6,5
      """;

  private static List<String> models(JsonNode pod) {
    return pod.at(
            "/spec/affinity/nodeAffinity/requiredDuringSchedulingIgnoredDuringExecution"
                + "/nodeSelectorTerms/0/matchExpressions/0/values")
        .valueStream()
        .map(JsonNode::asText)
        .toList();
  }

  private Path file(String name, String content) throws IOException {
    return Files.writeString(directory.resolve(name), content);
  }
}
