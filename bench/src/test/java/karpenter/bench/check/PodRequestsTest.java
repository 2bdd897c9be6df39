package karpenter.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class PodRequestsTest {
  @Test
  void containers_add_up_and_take_one_pod() throws Exception {
    var requests =
        requests("'containers': [%s, %s]".formatted(container("c", "1"), container("d", "500m")));

    assertThat(requests.get("cpu")).isEqualTo(1500);
    assertThat(requests.get("pods")).isEqualTo(1);
  }

  @Test
  void init_containers_count_by_their_peak() throws Exception {
    var requests =
        requests(
            "'containers': [%s], 'initContainers': [%s, %s]"
                .formatted(container("c", "1"), container("i", "3"), container("j", "2")));

    assertThat(requests.get("cpu")).isEqualTo(3000);
  }

  @Test
  void sidecars_run_beside_containers_and_later_init_containers() throws Exception {
    var sidecar = container("s", "1").replace("'name'", "'restartPolicy': 'Always', 'name'");

    var late = requests(spec(container("c", "1"), container("i", "3") + "," + sidecar));
    var early = requests(spec(container("c", "1"), sidecar + "," + container("i", "3")));

    assertThat(late.get("cpu")).isEqualTo(3000);
    assertThat(early.get("cpu")).isEqualTo(4000);
  }

  @Test
  void requests_of_the_whole_pod_replace_those_of_its_containers() throws Exception {
    var requests =
        requests("'resources': {'requests': {'cpu': '5'}}, " + spec(container("c", "1"), ""));

    assertThat(requests.get("cpu")).isEqualTo(5000);
  }

  @Test
  void overhead_is_added() throws Exception {
    var requests = requests("'overhead': {'cpu': '250m'}, " + spec(container("c", "1"), ""));

    assertThat(requests.get("cpu")).isEqualTo(1250);
  }

  private static String spec(String containers, String initContainers) {
    return "'containers': [%s], 'initContainers': [%s]".formatted(containers, initContainers);
  }

  private static String container(String name, String cpu) {
    return "{'name': '%s', 'resources': {'requests': {'cpu': '%s'}}}".formatted(name, cpu);
  }

  private static Resources requests(String spec) throws JsonProcessingException {
    var json = Cluster.quoted("{'spec': {%s}}".formatted(spec));
    return PodRequests.of(new ObjectMapper().readTree(json));
  }
}
