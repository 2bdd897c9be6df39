package karpenter.core.nodepool;

import static karpenter.core.nodepool.PoolFixture.CREATED;
import static karpenter.core.nodepool.PoolFixture.meta;
import static karpenter.core.nodepool.PoolFixture.nodeClass;
import static karpenter.core.nodepool.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Condition.Status;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.RegistrationOutcome.Registered;
import karpenter.core.nodepool.RegistrationOutcome.TimedOut;
import org.junit.jupiter.api.Test;

class NodePoolConditionsTest {
  private static final RegistrationOutcome GOOD = new Registered();
  private static final RegistrationOutcome BAD = new TimedOut("RegistrationFailed", "why");

  private static Condition classReady(Optional<NodeClassFacts> nodeClass) {
    return ClassReadiness.of(nodeClass)
        .told(pool(), CREATED)
        .conditions()
        .find(PoolFacts.NODE_CLASS_READY)
        .orElseThrow();
  }

  @Test
  void a_pool_says_why_its_node_class_cannot_be_used() {
    var going = nodeClass(meta("default", 1, Optional.of(CREATED)), Map.of(Status.TRUE, "Ready"));

    assertThat(classReady(Optional.empty()).reason()).isEqualTo("NodeClassNotFound");
    assertThat(classReady(Optional.of(going)).reason()).isEqualTo("NodeClassTerminating");
    assertThat(classReady(Optional.of(nodeClass(1, Map.of()))).reason())
        .isEqualTo("NodeClassReadinessUnknown");
    assertThat(classReady(Optional.of(nodeClass(1, Map.of(Status.UNKNOWN, "x")))).status())
        .isEqualTo(Status.FALSE);
  }

  @Test
  void an_unready_class_speaks_for_itself() {
    var condition = classReady(Optional.of(nodeClass(1, Map.of(Status.FALSE, "SubnetsNotFound"))));

    assertThat(condition.status()).isEqualTo(Status.FALSE);
    assertThat(condition.reason()).isEqualTo("SubnetsNotFound");
    assertThat(condition.message()).isEqualTo("its words");
  }

  @Test
  void a_valid_pool_with_a_ready_class_is_ready() {
    var ready = ClassReadiness.of(Optional.of(nodeClass(1, Map.of(Status.TRUE, "Ready"))));

    var pool = Validation.told(ready.told(pool(), CREATED), CREATED);

    assertThat(pool.isReady()).isTrue();
  }

  @Test
  void a_pool_of_which_nothing_was_said_is_presumed_ready_unless_its_class_says_no() {
    var ready = Optional.of(nodeClass(1, Map.of(Status.TRUE, "Ready")));
    var going = nodeClass(meta("default", 1, Optional.of(CREATED)), Map.of(Status.TRUE, "Ready"));

    assertThat(ClassReadiness.isPresumed(pool(), ready)).isTrue();
    assertThat(ClassReadiness.isPresumed(pool(), Optional.of(nodeClass(1, Map.of())))).isTrue();
    assertThat(ClassReadiness.isPresumed(pool(), Optional.empty())).isFalse();
    assertThat(ClassReadiness.isPresumed(pool(), Optional.of(going))).isFalse();
    assertThat(
            ClassReadiness.isPresumed(
                pool(), Optional.of(nodeClass(1, Map.of(Status.FALSE, "SubnetsNotFound")))))
        .isFalse();
    var refused = ClassReadiness.of(Optional.empty()).told(pool(), CREATED);
    assertThat(ClassReadiness.isPresumed(refused, ready)).as("somebody said no").isFalse();
  }

  @Test
  void an_invalid_pool_says_what_is_wrong() {
    var pool = Validation.told(pool("one thing", "another"), CREATED);

    var condition = pool.conditions().find(PoolFacts.VALIDATION_SUCCEEDED).orElseThrow();
    assertThat(condition.status()).isEqualTo(Status.FALSE);
    assertThat(condition.reason()).isEqualTo("NodePoolValidationFailed");
    assertThat(condition.message()).isEqualTo("one thing; another");
    assertThat(pool.isReady()).isFalse();
  }

  private static Status health(RegistrationOutcome... outcomes) {
    var health = RegistrationHealth.EMPTY;
    var pool = RegistrationHealth.forgotten(pool(), Optional.empty(), CREATED);
    for (var outcome : outcomes) {
      health = health.with(outcome);
      pool = health.told(pool, CREATED);
    }
    return pool.conditions().find(PoolFacts.NODE_REGISTRATION_HEALTHY).orElseThrow().status();
  }

  @Test
  void the_second_failure_of_four_is_unhealthy() {
    assertThat(health()).isEqualTo(Status.UNKNOWN);
    assertThat(health(BAD)).isEqualTo(Status.UNKNOWN);
    assertThat(health(GOOD)).isEqualTo(Status.TRUE);
    assertThat(health(GOOD, BAD)).isEqualTo(Status.TRUE);
    assertThat(health(BAD, BAD)).isEqualTo(Status.FALSE);
    assertThat(health(BAD, GOOD, GOOD, BAD)).isEqualTo(Status.FALSE);
  }

  @Test
  void a_pool_is_healthy_again_when_fewer_than_two_failures_are_left_in_the_window() {
    assertThat(health(BAD, BAD, GOOD, GOOD)).isEqualTo(Status.FALSE);
    assertThat(health(BAD, BAD, GOOD, GOOD, GOOD)).isEqualTo(Status.TRUE);
  }

  @Test
  void the_first_reason_for_being_unhealthy_stays() {
    var unhealthy = RegistrationHealth.EMPTY.with(BAD).with(BAD).told(pool(), CREATED);

    var later =
        RegistrationHealth.EMPTY
            .with(BAD)
            .with(new TimedOut("LaunchFailed", "other"))
            .told(unhealthy, CREATED);

    assertThat(later).isEqualTo(unhealthy);
  }

  @Test
  void a_new_spec_or_a_new_node_class_makes_it_unknown() {
    var first = Optional.of(nodeClass(1, Map.of()));
    var known =
        RegistrationHealth.EMPTY
            .with(GOOD)
            .told(RegistrationHealth.forgotten(pool(), first, CREATED), CREATED);
    var edited = known.withMeta(meta("general", 2, Optional.empty()));

    assertThat(RegistrationHealth.isOutdated(pool(), first)).isTrue();
    assertThat(RegistrationHealth.isOutdated(known, first)).isFalse();
    assertThat(RegistrationHealth.isOutdated(edited, first)).isTrue();
    assertThat(RegistrationHealth.isOutdated(known, Optional.of(nodeClass(2, Map.of())))).isTrue();
    assertThat(RegistrationHealth.isHealthy(known)).isTrue();
    assertThat(RegistrationHealth.isHealthy(RegistrationHealth.forgotten(edited, first, CREATED)))
        .isFalse();
  }

  @Test
  void a_restart_remembers_by_the_condition() {
    var healthy = RegistrationHealth.EMPTY.with(GOOD).told(pool(), CREATED);
    var unhealthy = RegistrationHealth.EMPTY.with(BAD).with(BAD).told(pool(), CREATED);

    assertThat(RegistrationHealth.seeded(pool()).window()).isEmpty();
    assertThat(RegistrationHealth.seeded(healthy).window()).containsExactly(GOOD);
    assertThat(RegistrationHealth.seeded(unhealthy).window()).containsExactly(BAD, BAD);
  }
}
