package karpenter.core.disruption;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.Placement.Unplaced;
import karpenter.core.termination.PodBudgets;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.core.testkit.facts.NodeFixture;

/// What tests of disruption are about: nodes, price lists, placements.
public final class Exhibits {
  public static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  static final PoolFacts GENERAL = pool("general").build();

  private Exhibits() {}

  static ClaimFixture readyClaim(String name) {
    return claim(name)
        .ofNode(name)
        .and(c -> c.setTrue(ClaimFacts.INITIALIZED, NOW.minusSeconds(3600)))
        .and(c -> c.setTrue(ClaimFacts.CONSOLIDATABLE, NOW.minusSeconds(60)));
  }

  static NodeFixture readyNode(String name) {
    return node(name)
        .label("karpenter.sh/registered", "true")
        .label("karpenter.sh/initialized", "true")
        .label("karpenter.sh/capacity-type", "on-demand")
        .label("node.kubernetes.io/instance-type", "large");
  }

  static StateNode ready(String name) {
    return StateNode.of(readyNode(name).build(), readyClaim(name).build());
  }

  static Offering offering(String zone, String capacityType, double price) {
    return Offering.of(
        Requirements.of("topology.kubernetes.io/zone", ValueSet.in(zone))
            .and("karpenter.sh/capacity-type", ValueSet.in(capacityType)),
        price);
  }

  static Offering unavailable(Offering offering) {
    return new Offering(
        offering.requirements(),
        offering.price(),
        false,
        offering.reservationCapacity(),
        offering.capacityOverride(),
        offering.overheadOverride());
  }

  static InstanceType type(String name, Offering... offerings) {
    return new InstanceType(
        name,
        Requirements.of("node.kubernetes.io/instance-type", ValueSet.in(name)),
        List.of(offerings),
        Resources.none(),
        Resources.none());
  }

  /// One type, on demand in zone-a.
  public static InstanceType type(String name, double price) {
    return type(name, offering("zone-a", "on-demand", price));
  }

  static Market market(InstanceType... types) {
    return new Market(Map.of("general", PoolTypes.of(List.of(types))));
  }

  static Surroundings around(PoolFacts pool, InstanceType... types) {
    return new Surroundings(
        Map.of(pool.name(), pool),
        Map.of(pool.name(), PoolTypes.of(List.of(types))),
        PodBudgets.NONE,
        NOW);
  }

  static Surroundings around(List<PdbFacts> pdbs) {
    return new Surroundings(
        Map.of("general", GENERAL),
        Map.of("general", PoolTypes.of(List.of(type("large", 1.0)))),
        PodBudgets.of(pdbs),
        NOW);
  }

  static final Standing AT_REST =
      new Standing(
          Collections.emptySortedSet(),
          Collections.emptySortedMap(),
          Collections.emptySortedSet(),
          Collections.emptySortedMap(),
          Collections.emptySortedMap(),
          NOW);

  public static Candidate candidate(String name, double price, int pods) {
    return candidate(name, GENERAL, "large", "on-demand", price, pods);
  }

  static Candidate candidate(
      String name, PoolFacts pool, String type, String capacityType, double price, int count) {
    var pods = new ArrayList<PodFacts>();
    for (int i = 0; i < count; i++) {
      pods.add(pod(name + "-" + i).on(name).build());
    }
    return candidate(name, pool, type, capacityType, price, pods);
  }

  static Candidate candidate(
      String name,
      PoolFacts pool,
      String type,
      String capacityType,
      double price,
      List<PodFacts> pods) {
    return new Candidate(
        ready(name),
        pool,
        Optional.of(type(type, offering("zone-a", capacityType, price))),
        "zone-a",
        capacityType,
        pods,
        pods,
        price,
        0,
        Costs.ofRescheduling(pods));
  }

  static Candidate withNodeCost(Candidate candidate, double nodeCost) {
    return new Candidate(
        candidate.state(),
        candidate.pool(),
        candidate.type(),
        candidate.zone(),
        candidate.capacityType(),
        candidate.pods(),
        candidate.reschedulable(),
        candidate.price(),
        nodeCost,
        candidate.reschedulingCost());
  }

  static NewNode withNodeCost(NewNode node, double nodeCost) {
    return new NewNode(
        node.pool(),
        node.requirements(),
        node.types(),
        node.pods(),
        node.requests(),
        node.price(),
        node.minValuesRelaxed(),
        node.deviceDrivers(),
        nodeCost);
  }

  static Pod waiting(String name) {
    return new Pod("uid-" + name, name, NOW, PodSpec.builder().build());
  }

  public static Placement fits() {
    return new Placement(List.of(), List.of(), List.of(), List.of());
  }

  static Placement needs(NewNode... nodes) {
    return new Placement(List.of(nodes), List.of(), List.of(), List.of());
  }

  public static Placement homeless(String... pods) {
    var unplaced = new ArrayList<Unplaced>();
    for (var pod : pods) {
      unplaced.add(new Unplaced(waiting(pod), false));
    }
    return new Placement(List.of(), List.of(), unplaced, List.of());
  }

  static NewNode newNode(String... types) {
    return newNode(Requirements.none(), types);
  }

  static NewNode newNode(Requirements requirements, String... types) {
    var choices = new ArrayList<TypeChoice>();
    for (var type : types) {
      choices.add(new TypeChoice(type, 0));
    }
    return new NewNode(
        "general", requirements, choices, List.of(waiting("moved")), Resources.none(), 0, false);
  }

  static Requirements capacityTypes(String... values) {
    return Requirements.of("karpenter.sh/capacity-type", ValueSet.in(values));
  }

  public static Allowances allowing(int nodes) {
    var shares = new TreeMap<String, Allowances.Share>();
    shares.put("general", new Allowances.Share(nodes, 0));
    shares.put("other", new Allowances.Share(nodes, 0));
    return new Allowances(Reason.UNDERUTILIZED, shares);
  }

  static SortedSet<String> set(String... names) {
    return new TreeSet<>(List.of(names));
  }

  static SortedMap<String, Candidate> byName(Candidate... candidates) {
    var map = new TreeMap<String, Candidate>();
    for (var candidate : candidates) {
      map.put(candidate.name(), candidate);
    }
    return map;
  }

  /// Answers that were written down before.
  static final class Script implements WhatIfs {
    final Map<SortedSet<String>, Placement> answers = new HashMap<>();
    final List<SortedSet<String>> asked = new ArrayList<>();
    private final Function<SortedSet<String>, Placement> otherwise;

    Script(Function<SortedSet<String>, Placement> otherwise) {
      this.otherwise = otherwise;
    }

    @Override
    public Placement without(SortedSet<String> claims, boolean consolidation) {
      asked.add(claims);
      var answer = answers.get(claims);
      return answer == null ? otherwise.apply(claims) : answer;
    }
  }
}
