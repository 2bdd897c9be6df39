package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.allowing;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.fits;
import static karpenter.core.disruption.Exhibits.homeless;
import static karpenter.core.disruption.Exhibits.market;
import static karpenter.core.disruption.Exhibits.offering;
import static karpenter.core.disruption.Exhibits.set;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.disruption.Exhibits.Script;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import org.junit.jupiter.api.Test;

/// What a search finds beyond the beginnings of orders.
class RefinedSearchTest {
  private static final Market MARKET = market(sized("small", 2, 0.5), sized("huge", 8, 5.0));

  private static InstanceType sized(String name, int cpus, double price) {
    return new InstanceType(
        name,
        Requirements.of("node.kubernetes.io/instance-type", ValueSet.in(name)),
        List.of(offering("zone-a", "on-demand", price)),
        Resources.of(Map.of(Resources.CPU, cpus * 1000L, Resources.PODS, 110L)),
        Resources.none());
  }

  private static Candidate loaded(String name, double price, int millicores) {
    return candidate(
        name,
        GENERAL,
        "large",
        "on-demand",
        price,
        List.of(pod(name + "-0").on(name).requests(cpu(millicores)).build()));
  }

  private static Resources cpu(int millicores) {
    return Resources.of(Map.of(Resources.CPU, (long) millicores));
  }

  private static MultiNodeSearch finished(
      WhatIfs whatIfs, List<Candidate> candidates, SingleMoves alone) {
    var weigher = new Weigher(whatIfs, new Consolidation(MARKET, true), new Balanced(Map.of()), 0);
    var search = new MultiNodeSearch(weigher, allowing(100), candidates, alone);
    while (search.step()) {}
    return search;
  }

  @Test
  void node_that_could_be_replaced_by_a_smaller_one_is_not_filled_for_less_than_that() {
    // The pods of a and b would fill c, for which a small node would do now and a huge one then.
    var filled = new SingleMoves(Map.of("c", 4.5), Set.of());

    assertThat(finished(fillingC(), fourNodes(), filled).best().map(Plan::names))
        .contains(List.of("a", "d"));
    assertThat(finished(fillingC(), fourNodes(), SingleMoves.NONE).best().map(Plan::names))
        .as("c cannot be replaced anyway")
        .contains(List.of("a", "b"));
  }

  @Test
  void node_that_could_be_deleted_is_not_filled_either() {
    var filled = new SingleMoves(Map.of(), Set.of("c"));

    assertThat(finished(fillingC(), fourNodes(), filled).best().map(Plan::names))
        .contains(List.of("a", "d"));
  }

  private static List<Candidate> fourNodes() {
    return List.of(
        loaded("a", 1.0, 1500),
        loaded("b", 1.05, 1500),
        loaded("c", 5, 2000),
        loaded("d", 1, 1500));
  }

  /// Without a and b their pods go to c, without a and d to nodes that stay anyway.
  private static Script fillingC() {
    var whatIfs = new Script(_ -> homeless("p"));
    whatIfs.answers.put(set("a", "b"), filling("c", 3000));
    whatIfs.answers.put(set("a", "d"), fits());
    return whatIfs;
  }

  private static Placement filling(String node, int millicores) {
    var moved =
        new Pod("uid-m", "m", Exhibits.NOW, PodSpec.builder().requests(cpu(millicores)).build());
    return new Placement(
        List.of(), List.of(new Placement.NodeUse(node, List.of(moved))), List.of(), List.of(moved));
  }

  @Test
  void one_node_of_a_set_makes_room_for_two() {
    // Room is for 16: eight large ones, or instead of each two small ones that bring more together.
    // To exchange one for one brings less, and every order has the large ones first.
    var candidates = new ArrayList<Candidate>();
    for (int i = 0; i < 8; i++) {
      candidates.add(candidate("large-%d".formatted(i), 1.0, 1));
      candidates.add(candidate("small-%d".formatted(i), 0.8, 10));
    }
    var whatIfs =
        new Script(
            claims -> {
              int load = claims.stream().mapToInt(name -> name.startsWith("large") ? 2 : 1).sum();
              return load <= 16 ? fits() : homeless("p");
            });

    var found = finished(whatIfs, candidates, SingleMoves.NONE);

    assertThat(found.best().map(Plan::saving).orElse(0.0))
        .as("eight large ones bring 8")
        .isGreaterThan(9);
  }
}
