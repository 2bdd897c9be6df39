package karpenter.core.device;

import static karpenter.core.testkit.DeviceScenario.DRIVER;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import karpenter.core.device.DeviceRequest.Alternative;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.DeviceTemplates.AttributeBinding;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.testkit.Seeds;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// The search against [BruteForce] on small random clusters.
class SearchTwinTest {
  private static final int CASES = 3000;
  private static final List<String> ZONES = List.of("a", "b", "c");
  private static final List<String> ATTRIBUTES = List.of(DRIVER + "/numa", DRIVER + "/root");
  private static final String MEMORY = DRIVER + "/memory";

  @Test
  void the_search_finds_devices_exactly_when_there_are_some() {
    var tally = new int[2];
    Seeds.check(
        CASES,
        random -> {
          var draw = new Draw(random);
          boolean found = draw.search();
          assertThat(found).as(draw::describe).isEqualTo(draw.bruteForce());
          tally[found ? 1 : 0]++;
        });
    assertThat(tally[0]).as("cases without a solution").isGreaterThan(CASES / 5);
    assertThat(tally[1]).as("cases with a solution").isGreaterThan(CASES / 5);
  }

  /// One random cluster, in both readings.
  private static final class Draw {
    private final RandomGenerator random;
    private final List<DeviceSlice> slices = new ArrayList<>();
    private final List<DeviceTemplates.Slice> local = new ArrayList<>();
    private final List<AttributeBinding> bindings = new ArrayList<>();
    private final Map<String, BigDecimal> counters = new HashMap<>();
    private final List<List<Set<String>>> faulty = new ArrayList<>();
    private final List<DeviceClaim> claims = new ArrayList<>();
    private final Set<String> start;
    private final DeviceTemplates templates;
    private final DeviceKinds kinds = new DeviceKinds();

    private record Raw(String pool, Device device, boolean isTemplate, List<Set<String>> zones) {}

    private final List<Raw> usable = new ArrayList<>();

    Draw(RandomGenerator random) {
      this.random = random;
      this.start = random.nextInt(3) == 0 ? Set.of("a") : new TreeSet<>(ZONES);
      int pools = random.nextInt(3);
      for (int p = 0; p < pools; p++) published("p" + p);
      brought();
      this.templates = new DeviceTemplates(local, bindings);
      slices.forEach(kinds::add);
      kinds.add(templates);
      int count = 1 + random.nextInt(2);
      for (int c = 0; c < count; c++) claims.add(claim("c" + c));
    }

    private void published(String pool) {
      boolean isComplete = random.nextInt(5) > 0;
      boolean hasCounters = random.nextInt(3) == 0;
      int count = isComplete ? (hasCounters ? 2 : 1) : 3;
      if (hasCounters) {
        long total = 1 + random.nextInt(4);
        slices.add(
            new DeviceSlice(
                pool + "-k", DRIVER, pool, 1, count, Reach.EVERYWHERE, List.of(), card(total)));
        if (isComplete) {
          counters.put(
              BruteForce.counterKey(false, pool, "card", "slots"), BigDecimal.valueOf(total));
        }
      }
      var zones = zones();
      var devices = new ArrayList<Device>();
      int size = random.nextInt(3);
      for (int d = 0; d < size; d++) devices.add(device(pool + d, hasCounters));
      slices.add(
          new DeviceSlice(pool + "-d", DRIVER, pool, 1, count, reach(zones), devices, List.of()));
      if (isComplete) devices.forEach(d -> usable.add(new Raw(pool, d, false, zones)));
      else faulty.add(zones);
    }

    private void brought() {
      boolean hasCounters = random.nextInt(3) == 0;
      if (hasCounters) {
        long total = 1 + random.nextInt(4);
        local.add(new DeviceTemplates.Slice(DRIVER, "own", List.of(), card(total)));
        counters.put(
            BruteForce.counterKey(true, "own", "card", "slots"), BigDecimal.valueOf(total));
      }
      var devices = new ArrayList<Device>();
      int size = random.nextInt(4);
      for (int d = 0; d < size; d++) devices.add(device("t" + d, hasCounters));
      local.add(new DeviceTemplates.Slice(DRIVER, "own", devices, List.of()));
      devices.forEach(d -> usable.add(new Raw("own", d, true, List.of())));
      int bound = random.nextInt(3);
      for (int b = 0; b < bound; b++) {
        var ids = new TreeSet<DeviceId>();
        for (int d = 0; d < size; d++) {
          if (random.nextBoolean()) ids.add(new DeviceId(DRIVER, "own", "t" + d));
        }
        bindings.add(
            new AttributeBinding(
                ATTRIBUTES.get(random.nextInt(ATTRIBUTES.size())), List.copyOf(ids)));
      }
    }

    private static List<Counters> card(long total) {
      return List.of(
          new Counters("card", new TreeMap<>(Map.of("slots", BigDecimal.valueOf(total)))));
    }

    private Device device(String name, boolean mayConsume) {
      var attributes = new TreeMap<String, Attribute>();
      for (var attribute : ATTRIBUTES) {
        int value = random.nextInt(3);
        if (value < 2) attributes.put(attribute, new Attribute.Number(value));
      }
      attributes.put(DRIVER + "/model", new Attribute.Number(random.nextInt(2)));
      boolean isShared = random.nextInt(4) == 0;
      var capacity = new TreeMap<String, Capacity>();
      if (isShared && random.nextInt(4) > 0) {
        capacity.put(MEMORY, new Capacity(BigDecimal.valueOf(1 + random.nextInt(6)), policy()));
      }
      boolean consumes = mayConsume && random.nextInt(3) > 0;
      return new Device(
          name, attributes, capacity, consumes ? card(1 + random.nextInt(2)) : List.of(), isShared);
    }

    private CapacityPolicy policy() {
      return switch (random.nextInt(3)) {
        case 0 -> CapacityPolicy.NONE;
        case 1 ->
            new CapacityPolicy(
                Optional.of(BigDecimal.ONE),
                List.of(BigDecimal.ONE, BigDecimal.valueOf(3)),
                Optional.empty());
        default ->
            new CapacityPolicy(
                Optional.empty(),
                List.of(),
                Optional.of(
                    new CapacityPolicy.Range(
                        BigDecimal.ONE, Optional.empty(), Optional.of(BigDecimal.TWO))));
      };
    }

    private List<Set<String>> zones() {
      var alternatives = new ArrayList<Set<String>>();
      int count = random.nextInt(3);
      for (int i = 0; i < count; i++) {
        var set = new TreeSet<String>();
        set.add(ZONES.get(random.nextInt(ZONES.size())));
        if (random.nextBoolean()) set.add(ZONES.get(random.nextInt(ZONES.size())));
        alternatives.add(set);
      }
      return alternatives;
    }

    private static Reach reach(List<Set<String>> zones) {
      return zones.isEmpty()
          ? Reach.EVERYWHERE
          : new Reach.Where(zones.stream().map(Draw::in).toList());
    }

    private static Requirements in(Set<String> zones) {
      return Requirements.of(Keys.ZONE, ValueSet.in(zones));
    }

    private DeviceClaim claim(String id) {
      var requests = new ArrayList<DeviceRequest>();
      int count = 1 + random.nextInt(2);
      for (int r = 0; r < count; r++) {
        var alternatives = new ArrayList<Alternative>();
        int choices = random.nextInt(4) == 0 ? 2 : 1;
        for (int a = 0; a < choices; a++) {
          alternatives.add(alternative("r" + r + (choices == 1 ? "" : "/" + a)));
        }
        requests.add(new DeviceRequest("r" + r, alternatives));
      }
      var constraints = new ArrayList<MatchAttribute>();
      for (var attribute : ATTRIBUTES) {
        if (random.nextInt(3) > 0) continue;
        constraints.add(
            new MatchAttribute(
                attribute,
                random.nextBoolean()
                    ? Collections.emptySortedSet()
                    : new TreeSet<>(List.of(random.nextBoolean() ? "r0" : "r0/1"))));
      }
      return new DeviceClaim(id, requests, constraints, new ClaimState.Open());
    }

    private Alternative alternative(String name) {
      int model = random.nextInt(3);
      var wanted = new Attribute.Number(model);
      var matching =
          kinds.matching(
              kind -> model == 2 || wanted.equals(kind.attributes().get(DRIVER + "/model")));
      Amount amount =
          random.nextInt(4) == 0 ? new Amount.All() : new Amount.Count(1 + random.nextInt(2));
      var capacity = new TreeMap<String, BigDecimal>();
      if (random.nextInt(4) == 0) capacity.put(MEMORY, BigDecimal.valueOf(1 + random.nextInt(4)));
      return new Alternative(name, matching, amount, capacity);
    }

    boolean search() {
      var byId = new TreeMap<String, DeviceClaim>();
      claims.forEach(claim -> byId.put(claim.id(), claim));
      var boards = new DeviceBoards(new Devices(kinds, slices, byId));
      var ledger = boards.ledger();
      var uses = claims.stream().map(claim -> new ClaimUse(claim, true)).toList();
      var wanted = ledger.wanted(uses, 0);
      return wanted != null
          && ledger
              .search(
                  wanted,
                  boards.of(templates),
                  0,
                  new Bench.LabelSite(in(start), ""),
                  new Work(Work.MAX_STEPS))
              .isPresent();
    }

    boolean bruteForce() {
      var known =
          usable.stream()
              .map(
                  raw ->
                      new BruteForce.Known(
                          new DeviceId(DRIVER, raw.pool(), raw.device().name()),
                          raw.device(),
                          raw.isTemplate(),
                          raw.zones(),
                          kinds.of(DRIVER, raw.device())))
              .toList();
      return new BruteForce(claims, known, faulty, counters, bindings, start).exists();
    }

    String describe() {
      return "%s%n%s%n%s%nfrom %s".formatted(slices, templates, claims, start);
    }
  }
}
