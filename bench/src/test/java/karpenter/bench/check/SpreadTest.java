package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class SpreadTest {
  private static final String ZONE_KEY = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void three_web_pods_over_three_zones() {
    cluster = new Cluster(directory).pods(webs(spread(ZONE_KEY, "")));
  }

  @Test
  void one_pod_in_each_zone_is_sound() {
    assertThat(
            cluster.faults(
                placed(inZone("a", "web-1"), inZone("b", "web-2"), inZone("c", "web-3"))))
        .isEmpty();
  }

  @Test
  void two_pods_in_one_zone_while_another_has_none_are_seen() {
    assertThat(
            cluster.faults(
                placed(inZone("a", "web-1"), inZone("a", "web-2"), inZone("b", "web-3"))))
        .containsExactly(SPREAD);
  }

  @Test
  void larger_skew_is_allowed_when_asked_for() {
    cluster.pods(webs(spread(ZONE_KEY, "").replace("'maxSkew': 1", "'maxSkew': 2")));

    assertThat(
            cluster.faults(
                placed(inZone("a", "web-1"), inZone("a", "web-2"), inZone("b", "web-3"))))
        .isEmpty();
  }

  @Test
  void pods_bound_before_are_counted() {
    cluster.with("nodes", node("n", "a", "")).with("boundpods", bound("web-0", "n", "1", ""));

    assertThat(
            cluster.faults(
                placed(inZone("a", "web-1"), inZone("b", "web-2"), inZone("c", "web-3"))))
        .isEmpty();
    assertThat(
            cluster.faults(
                placed(inZone("a", "web-1"), inZone("b", "web-2"), inZone("b", "web-3"))))
        .containsExactly(SPREAD);
  }

  @Test
  void any_order_that_works_will_do() {
    cluster.pods(
        pod("web-1", "1", spread(ZONE_KEY, "")),
        pod("web-2", "500m", spread(ZONE_KEY, "")),
        pod("web-3", "400m", spread(ZONE_KEY, "")),
        pod("web-4", "300m", spread(ZONE_KEY, "")));

    assertThat(
            cluster.faults(
                placed(inZone("a", "web-1", "web-2"), inZone("b", "web-3"), inZone("c", "web-4"))))
        .isEmpty();
  }

  @Test
  void pods_that_do_not_spread_may_come_last() {
    cluster.pods(
        pod("web-1", "1", ""),
        pod("web-2", "500m", spread(ZONE_KEY, "")),
        pod("web-3", "400m", spread(ZONE_KEY, "")));
    // By size web-1 comes first, and web-2 would make two in zone a while b and c have none.
    assertThat(cluster.faults(placed(inZone("a", "web-1", "web-2"), inZone("b", "web-3"))))
        .isEmpty();
  }

  @Test
  void pod_that_does_not_spread_comes_early_where_it_is_needed() {
    cluster.with("nodepools", pool("general", "'requirements': [%s],".formatted(aOrB())));
    cluster.pods(
        pod("web-1", "500m", ""),
        pod("web-2", "400m", spread(ZONE_KEY, "")),
        pod("web-3", "300m", spread(ZONE_KEY, "")),
        pod("web-4", "200m", ""));

    // web-2, then web-4 to lift zone b, then web-3; web-1 must wait for all of them.
    assertThat(cluster.faults(placed(inZone("a", "web-1", "web-2", "web-3"), inZone("b", "web-4"))))
        .isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "web-1", "web-2", "web-3", "web-4"))))
        .containsExactly(SPREAD);
  }

  @Test
  void pods_in_each_others_way_are_bound_in_the_order_that_works() {
    var overOthers = spread(ZONE_KEY, "").replace("'web'", "'other'");
    var overTwo = spread(ZONE_KEY, "").replace("'app': 'web'", "'two': 'yes'");
    cluster.pods(
        pod("web-1", "1", overOthers),
        pod("web-2", "500m", spread(ZONE_KEY, ""))
            .replace("'labels': {", "'labels': {'two': 'yes', "),
        pod("x", "100m", overTwo));

    // By size web-1 comes first, and then web-2 finds its zone too full.
    assertThat(cluster.faults(placed(inZone("a", "web-1", "web-2"), inZone("b", "x")))).isEmpty();
  }

  @Test
  void hosts_are_compared_with_a_fresh_one() {
    cluster.pods(webs(spread(HOST, "")));

    assertThat(cluster.faults(placed(claim("web-1"), claim("web-2"), claim("web-3")))).isEmpty();
    assertThat(cluster.faults(placed(claim("'large'", "", 0.4, "web-1", "web-2", "web-3"))))
        .contains(SPREAD);
  }

  @Test
  void too_few_domains_make_the_lowest_count_zero() {
    cluster.with("nodepools", pool("general", "'requirements': [%s],".formatted(aOrB())));
    var placement = placed(inZone("a", "web-1"), inZone("b", "web-2"), inZone("a", "web-3"));
    assertThat(cluster.faults(placement)).isEmpty();

    cluster.pods(webs(spread(ZONE_KEY, "'minDomains': 3,")));
    assertThat(cluster.faults(placement)).containsExactly(SPREAD);
  }

  @Test
  void only_pods_of_the_same_revision_count() {
    var placement = placed(inZone("a", "web-1", "web-2"));
    var plain = spread(ZONE_KEY, "");
    cluster.pods(revision("web-1", "x", plain), revision("web-2", "y", plain));
    assertThat(cluster.faults(placement)).containsExactly(SPREAD);

    var keyed = spread(ZONE_KEY, "'matchLabelKeys': ['rev'],");
    cluster.pods(revision("web-1", "x", keyed), revision("web-2", "y", keyed));
    assertThat(cluster.faults(placement)).isEmpty();
  }

  @Test
  void zones_the_pod_cannot_use_do_not_count() {
    var onAmd64 = "'nodeSelector': {'kubernetes.io/arch': 'amd64'}, ";
    var placement = placed(inZone("a", "web-1"), inZone("b", "web-2"), inZone("a", "web-3"));
    cluster.with(
        "instancetypes", SMALL, LARGE.replace("'amd64'", "'arm64'").replace("'large'", "'arm'"));
    var claims = placement.replace("'small', 'large'", "'small'");

    cluster.pods(webs(onAmd64 + spread(ZONE_KEY, "")));
    assertThat(cluster.faults(claims)).isEmpty();

    cluster.pods(webs(onAmd64 + spread(ZONE_KEY, "'nodeAffinityPolicy': 'Ignore',")));
    assertThat(cluster.faults(claims)).containsExactly(SPREAD);
  }

  @Test
  void tainted_zones_count_unless_taints_are_honored() {
    var taint = "'taints': [{'key': 'k', 'effect': 'NoSchedule'}]";
    cluster.with("nodes", node("n", "d", taint));
    var placement =
        placed(inZone("a", "web-1", "web-2"), inZone("b", "web-3"), inZone("c", "web-4"));
    cluster.pods(fourWebs(spread(ZONE_KEY, "")));
    assertThat(cluster.faults(placement)).containsExactly(SPREAD);

    cluster.pods(fourWebs(spread(ZONE_KEY, "'nodeTaintsPolicy': 'Honor',")));
    assertThat(cluster.faults(placement)).isEmpty();
  }

  @Test
  void claim_with_open_zones_must_suit_in_each() {
    cluster.pods(pod("web-1", "1", spread(ZONE_KEY, "")));
    assertThat(cluster.faults(placed(claim("web-1")))).isEmpty();

    cluster.pods(
        pod("web-1", "500m", spread(ZONE_KEY, "")), pod("web-2", "500m", spread(ZONE_KEY, "")));
    assertThat(cluster.faults(placed(claim("web-1", "web-2")))).containsExactly(SPREAD);
  }

  @Test
  void place_without_the_key_is_refused() {
    cluster.with("nodes", node("n", "a", "")).pods(pod("web-1", "1", spread("rack", "")));

    assertThat(cluster.faults(onNode("n", "web-1"))).containsExactly(SPREAD);
  }

  @Test
  void selector_that_is_missing_counts_nobody() {
    cluster.pods(webs(spread(ZONE_KEY, "").replace("'labelSelector'", "'other'")));

    assertThat(
            cluster.faults(
                placed(
                    claim("'large'", requirement(ZONE_KEY, "a"), 0.4, "web-1", "web-2", "web-3"))))
        .isEmpty();
  }

  @Test
  void leaving_pods_are_not_counted() {
    cluster.with("nodes", node("n", "a", "")).pods(pod("web-1", "1", spread(ZONE_KEY, "")));
    var leaving = bound("web-0", "n", "1", "");
    cluster.with("boundpods", leaving);
    assertThat(cluster.faults(onNode("n", "web-1"))).containsExactly(SPREAD);

    cluster.with(
        "boundpods",
        leaving.replace("'uid'", "'deletionTimestamp': '2026-01-01T00:00:00Z', 'uid'"));
    assertThat(cluster.faults(onNode("n", "web-1"))).isEmpty();
  }

  private static String aOrB() {
    return "{'key': '%s', 'operator': 'In', 'values': ['a', 'b']}".formatted(ZONE_KEY);
  }

  private static String[] webs(String spec) {
    return new String[] {pod("web-1", "1", spec), pod("web-2", "1", spec), pod("web-3", "1", spec)};
  }

  private static String[] fourWebs(String spec) {
    return new String[] {
      pod("web-1", "500m", spec),
      pod("web-2", "500m", spec),
      pod("web-3", "500m", spec),
      pod("web-4", "500m", spec)
    };
  }

  private static String revision(String name, String revision, String spec) {
    return pod(name, "500m", spec)
        .replace("'labels': {", "'labels': {'rev': '%s', ".formatted(revision));
  }

  private static String spread(String key, String more) {
    return """
        'topologySpreadConstraints': [{'topologyKey': '%s', 'maxSkew': 1, %s
          'whenUnsatisfiable': 'DoNotSchedule', 'labelSelector': {'matchLabels': {'app': 'web'}}}],"""
        .formatted(key, more);
  }
}
