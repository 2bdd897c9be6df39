package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class ListedTypesTest {
  private static final String ZONE_KEY = "topology.kubernetes.io/zone";
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_pod() {
    cluster = new Cluster(directory).pods(pod("p", "1"));
  }

  @Test
  void list_without_types_is_seen() {
    assertThat(cluster.faults(placed("{'nodepool': 'general', 'pods': ['p']}")))
        .containsExactly(TYPE_LIST_EMPTY, TYPE_MISSING);
  }

  @Test
  void type_outside_the_catalogue_is_seen() {
    assertThat(cluster.faults(placed(claim("'small', 'large', 'huge'", "", 0.1, "p"))))
        .containsExactly(TYPE_UNKNOWN);
  }

  @Test
  void type_listed_twice_is_seen() {
    assertThat(cluster.faults(placed(claim("'small', 'large', 'large'", "", 0.1, "p"))))
        .containsExactly(TYPE_TWICE);
  }

  @Test
  void type_left_out_is_seen() {
    assertThat(cluster.faults(placed(claim("'small'", "", 0.1, "p"))))
        .containsExactly(TYPE_MISSING);
  }

  @Test
  void type_left_out_is_seen_even_if_the_claim_demands_its_own_list() {
    var demanded = requirement("node.kubernetes.io/instance-type", "small");

    assertThat(cluster.faults(placed(claim("'small'", demanded, 0.1, "p"))))
        .containsExactly(TYPE_MISSING);
  }

  @Test
  void type_left_out_because_a_pod_asks_for_another_is_right() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'node.kubernetes.io/instance-type': 'small'},"));
    var demanded = requirement("node.kubernetes.io/instance-type", "small");

    assertThat(cluster.faults(placed(claim("'small'", demanded, 0.1, "p")))).isEmpty();
  }

  @Test
  void type_too_small_for_all_pods_together_is_seen() {
    cluster.pods(pod("p", "1"), pod("q", "1"));

    assertThat(cluster.faults(placed(claim("p", "q")))).containsExactly(TYPE_TOO_SMALL);
    assertThat(cluster.faults(placed(claim("'large'", "", 0.4, "p", "q")))).isEmpty();
  }

  @Test
  void type_with_too_few_pods_is_too_small() {
    var pods = IntStream.range(0, 11).mapToObj(i -> "p" + i).toArray(String[]::new);
    cluster.pods(IntStream.range(0, 11).mapToObj(i -> pod("p" + i, "1m")).toArray(String[]::new));

    assertThat(cluster.faults(placed(claim(pods)))).containsExactly(TYPE_TOO_SMALL);
  }

  @Test
  void type_that_contradicts_the_claim_is_seen() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'kubernetes.io/arch': 'arm64'},"));

    assertThat(
            cluster.faults(
                placed(
                    claim(
                        "'small', 'large'", requirement("kubernetes.io/arch", "arm64"), 0.1, "p"))))
        .contains(TYPE_INCOMPATIBLE);
  }

  @Test
  void type_not_sold_in_the_claims_zone_is_seen() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'%s': 'c'},".formatted(ZONE_KEY)));
    var zone = requirement(ZONE_KEY, "c");

    assertThat(cluster.faults(placed(claim("'large', 'small'", zone, 0.4, "p"))))
        .containsExactly(TYPE_WITHOUT_OFFERING);
    assertThat(cluster.faults(placed(claim("'large'", zone, 0.4, "p")))).isEmpty();
  }

  @Test
  void offering_that_is_out_of_capacity_does_not_count() {
    cluster.with("instancetypes", SMALL.replace("true", "false"), LARGE);

    assertThat(cluster.faults(placed(claim("'large', 'small'", "", 0.4, "p"))))
        .containsExactly(TYPE_WITHOUT_OFFERING);
  }

  @Test
  void dearer_type_first_is_seen() {
    assertThat(cluster.faults(placed(claim("'large', 'small'", "", 0.1, "p"))))
        .containsExactly(NOT_CHEAPEST_FIRST);
  }

  @Test
  void wrong_price_is_seen() {
    assertThat(cluster.faults(placed(claim("'small', 'large'", "", 0.09, "p"))))
        .containsExactly(PRICE_WRONG);
  }

  @Test
  void more_than_600_types_are_too_many_and_the_dearest_may_be_left_out() {
    var types =
        IntStream.range(0, 601)
            .mapToObj(i -> type("t" + i, "2", "4Gi", offering("a", 1 + i)))
            .toArray(String[]::new);
    cluster.with("instancetypes", types);

    assertThat(cluster.faults(placed(claim(numbered(0, 601), "", 1, "p"))))
        .containsExactly(TYPE_LIST_TOO_LONG);
    assertThat(cluster.faults(placed(claim(numbered(0, 600), "", 1, "p")))).isEmpty();
    assertThat(cluster.faults(placed(claim(numbered(1, 601), "", 2, "p"))))
        .containsExactly(TYPE_MISSING);
  }

  @Test
  void claim_cannot_invent_a_label() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'rack': 'r1'},"));

    assertThat(
            cluster.faults(placed(claim("'small', 'large'", requirement("rack", "r1"), 0.1, "p"))))
        .containsExactly(LABEL_UNDEFINED);
    cluster.options("{'wellKnownLabels': ['rack']}");
    assertThat(
            cluster.faults(placed(claim("'small', 'large'", requirement("rack", "r1"), 0.1, "p"))))
        .isEmpty();
  }

  @Test
  void claim_cannot_contradict_its_pool() {
    assertThat(
            cluster.faults(placed(claim("'small', 'large'", requirement("team", "red"), 0.1, "p"))))
        .contains(REQUIREMENTS_CONTRADICT);
  }

  private static String numbered(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> "'t" + i + "'").collect(Collectors.joining(","));
  }
}
