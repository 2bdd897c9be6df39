package karpenter.core.disruption.control;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.PoolFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.facts.MetaFixture;
import karpenter.core.wire.control.ControlReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ControlsTest {
  static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  static final ClaimFacts CLAIM = claim("a").of("general").build();
  static final PoolFacts POOL = pool("general");

  @Test
  void nothing_is_held_back_where_nothing_was_asked_for() {
    var controls = new Given().build();

    for (var method : Method.values()) {
      assertThat(controls.judge(CLAIM, POOL, method)).isEqualTo(Judgement.FREE);
    }
    assertThat(Controls.NONE.judge(CLAIM, POOL, Method.DRIFT)).isEqualTo(Judgement.FREE);
    assertThat(controls.left(POOL)).isEmpty();
    assertThat(controls.nextChange()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource
  void pause_holds_every_method_until_it_expires(Method method) {
    var given = new Given().cluster("pause", "until=2026-11-15T13:00:00Z; by=anna; reason=launch");

    assertThat(kinds(given.build().judge(CLAIM, POOL, method))).containsExactly("control-pause");
    assertThat(sentence(given.build().judge(CLAIM, POOL, method)))
        .contains("anna", "launch", "13:00");
    assertThat(given.build().nextChange()).contains(Instant.parse("2026-11-15T13:00:00Z"));
    assertThat(given.at("2026-11-15T13:00:00Z").judge(CLAIM, POOL, method).isAllowed()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void what_cannot_be_understood_holds_everything_in_its_scope(Method method) {
    var onPool = new Given().pool("pause", "a while").build();
    var onNode = new Given().node("a", "pause", "a while").build();

    assertThat(kinds(onPool.judge(CLAIM, POOL, method))).containsExactly("control-invalid");
    assertThat(sentence(onPool.judge(CLAIM, POOL, method)))
        .contains("NodePool general", "metadata.annotations[karpenter-jvm.dev/pause]");
    assertThat(kinds(onNode.judge(CLAIM, POOL, method))).containsExactly("control-invalid");
    assertThat(onNode.judge(claim("b").of("general").build(), POOL, method).isAllowed()).isTrue();
    assertThat(onPool.judge(CLAIM, pool("other"), method).isAllowed()).isTrue();
  }

  @Test
  void every_scope_must_consent() {
    var given =
        new Given()
            .cluster("allow-windows", "0 0 * * * 24h UTC")
            .pool("allow-windows", "0 20 * * * 4h UTC")
            .node("a", "deny-windows", "2026-11-15 UTC");

    assertThat(kinds(given.build().judge(CLAIM, POOL, Method.DRIFT)))
        .containsExactly("control-allow-window", "control-deny-window");
    assertThat(given.at("2026-11-16T20:00:00Z").judge(CLAIM, POOL, Method.DRIFT).isAllowed())
        .isTrue();
  }

  @Test
  void nearest_threshold_counts_and_only_for_moves_that_save_money() {
    var controls =
        new Given()
            .cluster("min-saving", "1")
            .pool("min-saving", "0.05, 10%")
            .cluster("payback", "within=2h; per-pod=0.01")
            .build();

    var judgement = controls.judge(CLAIM, POOL, Method.SINGLE_NODE);

    assertThat(judgement.isAllowed()).isTrue();
    assertThat(judgement.pricePerEviction()).isCloseTo(0.005, within(1e-9));
    assertThat(judgement.shortcomings(0.06, 0.5, 3)).isEmpty();
    assertThat(kinds(judgement.shortcomings(0.04, 0.1, 3))).containsExactly("control-min-saving");
    assertThat(kinds(judgement.shortcomings(0.06, 1.0, 3))).containsExactly("control-min-saving");
    assertThat(kinds(judgement.shortcomings(0.06, 0.5, 12))).containsExactly("control-payback");
    assertThat(controls.judge(CLAIM, POOL, Method.EMPTINESS)).isEqualTo(Judgement.FREE);
    assertThat(controls.judge(CLAIM, POOL, Method.DRIFT)).isEqualTo(Judgement.FREE);
  }

  @Test
  void nearest_eviction_price_counts() {
    var other = claim("b").of("general").build();
    var everywhere = new Given().cluster("eviction-price", "0.01").build();
    var nearer =
        new Given()
            .cluster("eviction-price", "0.01")
            .pool("eviction-price", "0.05")
            .node("a", "eviction-price", "0")
            .build();

    assertThat(Controls.NONE.evictionPrice(CLAIM, POOL)).isEmpty();
    assertThat(everywhere.evictionPrice(CLAIM, POOL)).hasValue(0.01);
    assertThat(nearer.evictionPrice(other, POOL)).hasValue(0.05);
    assertThat(nearer.evictionPrice(CLAIM, POOL)).hasValue(0);
  }

  @Test
  void move_of_several_nodes_meets_what_each_of_them_asks_for() {
    var controls =
        new Given()
            .node("a", "min-saving", "0.5")
            .node("b", "payback", "within=1h; per-pod=1")
            .build();

    var both =
        controls
            .judge(CLAIM, POOL, Method.MULTI_NODE)
            .and(controls.judge(claim("b").of("general").build(), POOL, Method.MULTI_NODE));

    assertThat(kinds(both.shortcomings(0.4, 1, 1)))
        .containsExactly("control-min-saving", "control-payback");
    assertThat(both.shortcomings(2, 1, 1)).isEmpty();
  }

  @Test
  void rate_of_the_cluster_counts_the_starts_of_all_pools() {
    var given =
        new Given()
            .cluster("rate", "3/1h")
            .starts("general", Tally.NONE.with(NOW.minusSeconds(60), 1, NOW))
            .starts("other", Tally.NONE.with(NOW.minusSeconds(120), 1, NOW));

    var controls = given.build();
    assertThat(controls.left()).hasValue(1);
    assertThat(controls.judge(CLAIM, POOL, Method.DRIFT).isAllowed()).isTrue();

    var spending = controls.spending();
    assertThat(spending.take(CLAIM, POOL, Method.EMPTINESS)).isEmpty();
    assertThat(spending.take(CLAIM, pool("other"), Method.EMPTINESS)).hasSize(1);

    given.starts("other", Tally.NONE.with(NOW.minusSeconds(120), 2, NOW));
    assertThat(kinds(given.build().judge(CLAIM, POOL, Method.DRIFT)))
        .containsExactly("control-rate");
    assertThat(given.build().nextChange()).contains(NOW.plusSeconds(3600 - 120));
  }

  @Test
  void drift_waits_for_the_approval_of_what_there_is_now() {
    var observed = new Given().pool("drift", "observe").build();
    var outdated = new Given().pool("drift", "approve=41").build();

    assertThat(sentence(observed.judge(CLAIM, POOL, Method.DRIFT))).contains("approve=42");
    assertThat(kinds(outdated.judge(CLAIM, POOL, Method.STATIC_DRIFT)))
        .containsExactly("control-drift-approval");
    assertThat(observed.judge(CLAIM, POOL, Method.SINGLE_NODE).isAllowed()).isTrue();
  }

  @Test
  void approved_drift_takes_no_more_than_its_wave() {
    var given = new Given().pool("drift", "approve=42; waves=2,100%");
    var policy = (DriftPolicy.Approved) given.build().drift(POOL).orElseThrow();

    assertThat(kinds(given.build().judge(CLAIM, POOL, Method.DRIFT)))
        .containsExactly("control-drift-wave");

    var progress = DriftProgress.begin(policy, 10, NOW);
    var spending = given.progress(progress).build().spending();
    assertThat(spending.take(CLAIM, POOL, Method.STATIC_DRIFT)).isEmpty();
    assertThat(spending.take(CLAIM, POOL, Method.STATIC_DRIFT)).isEmpty();
    assertThat(kinds(spending.take(CLAIM, POOL, Method.STATIC_DRIFT)))
        .containsExactly("control-drift-wave");

    given.progress(progress.with(2, NOW));
    assertThat(kinds(given.build().judge(CLAIM, POOL, Method.DRIFT)))
        .containsExactly("control-drift-wave");
    given.progress(progress.halt("node b is not ready"));
    assertThat(sentence(given.build().judge(CLAIM, POOL, Method.DRIFT)))
        .contains("node b is not ready");
  }

  @Test
  void rotation_needs_no_other_approval() {
    var rotated =
        CLAIM.withConditions(
            CLAIM
                .conditions()
                .set(
                    ClaimFacts.DRIFTED,
                    karpenter.core.facts.Condition.Status.TRUE,
                    Rotation.REASON,
                    "",
                    CLAIM.subject(),
                    NOW));
    var controls =
        new Given().pool("drift", "observe").pool("rotate", "2026-11-15T11:00:00Z").build();

    assertThat(controls.judge(rotated, POOL, Method.DRIFT).isAllowed()).isTrue();
    assertThat(controls.judge(CLAIM, POOL, Method.DRIFT).isAllowed()).isFalse();
  }

  @Test
  void rotation_wants_nodes_from_before_its_moment_once_that_has_come() {
    var young = claim("b").of("general").createdAt(Instant.parse("2026-11-15T11:30:00Z")).build();
    var given = new Given().pool("rotate", "2026-11-15T11:00:00Z");
    var future = new Given().node("a", "rotate", "2026-11-15T14:00:00Z");

    assertThat(given.build().rotation(CLAIM, POOL)).isPresent();
    assertThat(given.build().rotation(young, POOL)).isEmpty();
    assertThat(future.build().rotation(CLAIM, POOL)).isEmpty();
    assertThat(future.build().nextChange()).contains(Instant.parse("2026-11-15T14:00:00Z"));
    assertThat(future.at("2026-11-15T14:00:00Z").rotation(CLAIM, POOL)).isPresent();
  }

  private static List<String> kinds(Judgement judgement) {
    return kinds(judgement.obstacles());
  }

  private static List<String> kinds(List<Obstacle> obstacles) {
    return obstacles.stream().map(Obstacle::kind).toList();
  }

  private static String sentence(Judgement judgement) {
    return judgement.obstacles().getFirst().sentence();
  }

  private static PoolFacts pool(String name) {
    return new PoolFacts(
        MetaFixture.meta("", name),
        0,
        OptionalLong.empty(),
        Requirements.none(),
        new TreeMap<>(),
        List.of(),
        List.of(),
        new NodeClassRef("test.sh", "TestNodeClass", "default"),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "WhenEmptyOrUnderutilized",
        List.of(),
        OptionalDouble.empty(),
        "42",
        List.of(),
        Resources.none(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        Conditions.stored(List.of()));
  }

  /// Controls by scope, as annotations would set them.
  private static final class Given {
    private final Map<String, String> ofCluster = new TreeMap<>();
    private final Map<String, String> ofPool = new TreeMap<>();
    private final Map<String, Map<String, String>> ofNodes = new TreeMap<>();
    private final Map<String, Tally> starts = new TreeMap<>();
    private Optional<DriftProgress> progress = Optional.empty();

    Given cluster(String key, String value) {
      ofCluster.put(ControlKeys.PREFIX + key, value);
      return this;
    }

    Given pool(String key, String value) {
      ofPool.put(ControlKeys.PREFIX + key, value);
      return this;
    }

    Given node(String claim, String key, String value) {
      ofNodes.computeIfAbsent(claim, _ -> new TreeMap<>()).put(ControlKeys.PREFIX + key, value);
      return this;
    }

    Given starts(String pool, Tally tally) {
      starts.put(pool, tally);
      return this;
    }

    Given progress(DriftProgress value) {
      progress = Optional.of(value);
      return this;
    }

    Controls build() {
      return at(NOW.toString());
    }

    Controls at(String now) {
      var pools = new TreeMap<String, PoolControls>();
      for (var name : List.of("general", "other")) {
        var annotations = name.equals("general") ? ofPool : Map.<String, String>of();
        pools.put(
            name,
            new PoolControls(
                ControlsTest.pool(name),
                ControlReader.read(Scope.pool(name), new TreeMap<>(annotations)).set(),
                starts.getOrDefault(name, Tally.NONE),
                Tally.NONE,
                progress));
      }
      var nodes = new TreeMap<String, ControlSet>();
      ofNodes.forEach(
          (name, annotations) ->
              nodes.put(
                  name, ControlReader.read(Scope.node(name), new TreeMap<>(annotations)).set()));
      return new Controls(
          ControlReader.read(Scope.cluster("karpenter"), new TreeMap<>(ofCluster)).set(),
          pools,
          nodes,
          Instant.parse(now));
    }
  }
}
