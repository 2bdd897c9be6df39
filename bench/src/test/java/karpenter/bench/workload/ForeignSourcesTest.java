package karpenter.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
  void aws_types_get_category_generation_and_gpus_where_asked_for() throws IOException {
    var file =
        file(
            "aws.json",
            "["
                + aws("g5.12xlarge", "x86_64", "linux", 1.0)
                + ","
                + aws("g5.2xlarge", "x86_64", "linux", 1.0)
                + ","
                + aws("p4d.24xlarge", "x86_64", "linux", 1.0)
                + ","
                + aws("u-12tb1.metal", "x86_64", "linux", 1.0)
                + "]");

    var types =
        AwsCatalogue.withGpus(AwsCatalogue.withCategories(AwsCatalogue.types(new Draw(1), file)));

    assertThat(types)
        .extracting(
            type ->
                "%s %s%s %s"
                    .formatted(
                        type.path("name").asText(),
                        value(type, AwsCatalogue.CATEGORY),
                        value(type, AwsCatalogue.GENERATION),
                        type.at("/capacity/nvidia.com~1gpu").asText("none")))
        .containsExactly(
            "g5.12xlarge g5 4", "g5.2xlarge g5 1", "p4d.24xlarge p4 8", "u-12tb1.metal u1 none");
  }

  private static String value(JsonNode type, String key) {
    return InstanceTypeManifest.requirement(type, key).path("values").path(0).asText();
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

  @Test
  void a_list_without_times_models_and_qos_is_created_like_other_workloads() throws IOException {
    var pods = GpuTrace.pods(new Draw(1), file("pods.csv", SHORT_LIST));

    assertThat(pods).hasSize(2);
    assertThat(pods.getFirst().at("/metadata/creationTimestamp").asText())
        .isEqualTo("2026-01-01T00:00:00Z");
    assertThat(pods.getFirst().path("metadata").path("labels").has("qos")).isFalse();
    assertThat(pods.getFirst().path("spec").has("affinity")).isFalse();
    assertThat(pods.get(1).at("/spec/containers/0/resources/requests/nvidia.com~1gpu").asText())
        .isEqualTo("8");
  }

  /// The columns that the lists with another mix of GPUs have.
  private static final String SHORT_LIST =
      """
      name,cpu_milli,memory_mib,num_gpu,gpu_milli
      p-0,12000,16384,1,460
      p-1,96000,737280,8,1000
      """;

  @Test
  void a_model_named_twice_is_wanted_once() throws IOException {
    var pods = GpuTrace.pods(new Draw(1), file("pods.csv", POD_LIST.replace("G2|T4", "T4|G2|G2")));

    assertThat(models(pods.getFirst())).containsExactly("T4", "G2");
  }

  @Test
  void fields_that_cannot_be_read_are_reported_together_with_line_and_column() throws IOException {
    var list =
        file(
            "pods.csv",
            """
            name,cpu_milli,memory_mib,num_gpu,creation_time
            p-0,12.5,,1,0
            p-1,1000,1024,0
            ,1000,1024,-1,
            """);

    assertThatThrownBy(() -> GpuTrace.pods(new Draw(1), list))
        .isInstanceOf(IOException.class)
        .hasMessage(
            """
            LIST:2: cpu_milli: found "12.5"; expected a whole number from 0 to 999999999
            LIST:2: memory_mib: found nothing; expected a whole number from 0 to 999999999
            LIST:3: found 4 fields; expected 5, as many as columns in line 1
            LIST:4: creation_time: found nothing; expected a whole number from 0 to 999999999
            LIST:4: num_gpu: found "-1"; expected a whole number from 0 to 999999999
            LIST:4: name: found nothing; expected a name"""
                .replace("LIST", list.toString()));
  }

  @Test
  void a_list_without_a_needed_column_is_refused_by_the_name_of_the_column() throws IOException {
    var list = file("pods.csv", "name,cpu_milli,num_gpu\np-0,1000,1\n");

    assertThatThrownBy(() -> GpuTrace.pods(new Draw(1), list))
        .isInstanceOf(IOException.class)
        .hasMessage(
            list + ":1: found the columns name,cpu_milli,num_gpu; expected also memory_mib");
  }

  @Test
  void an_empty_list_is_refused() throws IOException {
    var list = file("pods.csv", "");

    assertThatThrownBy(() -> GpuTrace.pods(new Draw(1), list))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("pods.csv:1: found nothing; expected also name,cpu_milli");
  }

  @Test
  void a_node_with_a_model_without_a_price_is_refused() throws IOException {
    var nodes = file("nodes.csv", "sn,cpu_milli,memory_mib,gpu,model\na,96000,393216,8,H100\n");

    assertThatThrownBy(() -> GpuTrace.types(nodes))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("nodes.csv:2: model: found \"H100\"; expected one of A10, G2, G3");
  }

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
