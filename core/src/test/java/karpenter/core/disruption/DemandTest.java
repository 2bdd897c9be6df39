package karpenter.core.disruption;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import karpenter.core.facts.PodFacts;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemandTest {
  @Test
  void it_is_what_pods_ask_for_that_could_run_anywhere() {
    var pods =
        List.of(
            pod("a").requests(cpu(500)).build(),
            pod("b").requests(cpu(1_000)).on("n1").build(),
            pod("agent").requests(cpu(2_000)).on("n1").ofDaemonSet().build(),
            pod("done").requests(cpu(4_000)).on("n1").phase(PodFacts.Phase.SUCCEEDED).build());

    assertThat(Demand.of(pods).cpu()).isEqualTo(1_500);
  }

  @Test
  void what_is_written_is_read_again() {
    var demand = new Demand(12_345, (37L << 30) + 1);

    assertThat(Demand.read(demand.text())).contains(demand);
    assertThat(new Demand(1_500, 4L << 30).text()).isEqualTo("cpu 1500m, memory 4Gi");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "cpu", "cpu 1", "cpu 1, memory", "cpu one, memory 1Gi", "memory 1Gi"})
  void other_texts_say_nothing(String text) {
    assertThat(Demand.read(text)).isEmpty();
  }

  private static Resources cpu(long amount) {
    return Resources.of(Map.of(Resources.CPU, amount));
  }
}
