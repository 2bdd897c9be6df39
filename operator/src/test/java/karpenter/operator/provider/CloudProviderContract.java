package karpenter.operator.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.operator.Unreachable;
import karpenter.operator.testkit.TroubledCloud;
import karpenter.operator.testkit.TroubledCloud.Trouble;
import org.junit.jupiter.api.Test;

/// What loops rely on, for every provider to keep.
public abstract class CloudProviderContract {
  private static final List<String> RESOLVED =
      List.of(Labels.INSTANCE_TYPE, Labels.ZONE, Labels.CAPACITY_TYPE, Labels.ARCH, Labels.OS);

  private static final Optional<NodeClassFacts> NO_CLASS = Optional.empty();

  /// The provider under test, on a cloud without machines.
  protected abstract CloudProvider provider();

  /// Another process on the same cloud: whatever the first kept in memory is lost.
  protected abstract CloudProvider restarted();

  protected abstract NodeClassRef nodeClassRef();

  protected abstract NodeClassFacts readyNodeClass();

  protected abstract NodeClassFacts unreadyNodeClass();

  /// Lets the cloud finish what was asked of it.
  protected void settle() {}

  protected final ClaimFacts claim(String uid, Requirements requirements, Resources requests) {
    var meta =
        new Meta(
            "",
            "claim-" + uid,
            uid,
            "1",
            1,
            Instant.parse("2026-01-05T09:00:00Z"),
            Optional.empty(),
            new TreeMap<>(),
            new TreeMap<>(),
            List.of("karpenter.sh/termination"),
            List.of());
    return new ClaimFacts(
        meta,
        nodeClassRef(),
        requirements,
        requests,
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Resources.none(),
        Resources.none(),
        Optional.empty(),
        Conditions.stored(List.of()));
  }

  private ClaimFacts claim(String uid) {
    return claim(uid, Requirements.none(), Resources.none());
  }

  private Instance launch(CloudProvider provider, ClaimFacts claim) throws Exception {
    var outcome = provider.create(claim, Optional.of(readyNodeClass()));
    assertThat(outcome).isInstanceOf(LaunchOutcome.Launched.class);
    settle();
    return ((LaunchOutcome.Launched) outcome).instance();
  }

  @Test
  void a_claim_asked_for_twice_is_launched_once() throws Exception {
    var provider = provider();

    var first = launch(provider, claim("a"));
    var second = launch(provider, claim("a"));

    assertThat(second.providerId()).isEqualTo(first.providerId());
    assertThat(provider.list())
        .extracting(Instance::providerId)
        .containsExactly(first.providerId());
  }

  @Test
  void a_claim_asked_for_again_after_a_crash_is_launched_once() throws Exception {
    var first = launch(provider(), claim("a"));

    var provider = restarted();
    var second = launch(provider, claim("a"));

    assertThat(second.providerId()).isEqualTo(first.providerId());
    assertThat(second.labels()).containsAllEntriesOf(first.labels());
    assertThat(provider.list()).hasSize(1);
  }

  @Test
  void two_claims_are_two_machines() throws Exception {
    var provider = provider();

    var one = launch(provider, claim("a"));
    var other = launch(provider, claim("b"));

    assertThat(one.providerId()).isNotEqualTo(other.providerId());
    assertThat(provider.list())
        .extracting(Instance::providerId)
        .containsExactlyInAnyOrder(one.providerId(), other.providerId());
  }

  @Test
  void a_machine_says_what_it_became() throws Exception {
    var zone = someZone();
    var wanted = Requirements.of(Labels.ZONE, ValueSet.in(zone));

    var instance = launch(provider(), claim("a", wanted, Resources.none()));

    assertThat(instance.labels()).containsKeys(RESOLVED.toArray(String[]::new));
    assertThat(instance.labels()).containsEntry(Labels.ZONE, zone);
    assertThat(instance.capacity().get(Resources.CPU)).isPositive();
    assertThat(instance.allocatable().fits(instance.capacity())).isTrue();
  }

  @Test
  void a_machine_holds_what_was_asked_for() throws Exception {
    var asked = Resources.of(java.util.Map.of(Resources.CPU, 5_000L, Resources.PODS, 3L));

    var instance = launch(provider(), claim("a", Requirements.none(), asked));

    assertThat(asked.fits(instance.allocatable())).isTrue();
  }

  @Test
  void a_wish_nothing_meets_is_no_capacity() throws Exception {
    var nowhere = Requirements.of(Labels.ZONE, ValueSet.in("nowhere"));

    var outcome =
        provider().create(claim("a", nowhere, Resources.none()), Optional.of(readyNodeClass()));

    assertThat(outcome).isInstanceOf(LaunchOutcome.NoCapacity.class);
    assertThat(provider().list()).isEmpty();
  }

  @Test
  void without_a_ready_node_class_nothing_is_launched() throws Exception {
    var provider = provider();

    assertThat(provider.create(claim("a"), Optional.of(unreadyNodeClass())))
        .isInstanceOf(LaunchOutcome.NodeClassNotReady.class);
    assertThat(provider.create(claim("b"), Optional.empty()))
        .isNotInstanceOf(LaunchOutcome.Launched.class);
    assertThat(provider.list()).isEmpty();
  }

  @Test
  void a_deleted_machine_is_gone_in_the_end_and_stays_gone() throws Exception {
    var provider = provider();
    var instance = launch(provider, claim("a"));

    end(provider, instance);

    assertThat(provider.find(instance.providerId())).isEmpty();
  }

  @Test
  void a_machine_nobody_launched_is_gone() throws Exception {
    assertThat(provider().delete("nobody:///knows/this")).isEqualTo(DeleteOutcome.GONE);
    assertThat(provider().find("nobody:///knows/this")).isEmpty();
  }

  @Test
  void a_launch_whose_answer_is_lost_is_found_by_the_next() throws Exception {
    var provider = new TroubledCloud(provider()).with(Trouble.ANSWER_LOST);
    assertThatThrownBy(() -> launch(provider, claim("a"))).isInstanceOf(Unreachable.class);
    settle();

    var found = launch(provider.with(Trouble.NONE), claim("a"));

    assertThat(provider.list())
        .extracting(Instance::providerId)
        .containsExactly(found.providerId());
  }

  @Test
  void a_launch_that_is_done_twice_is_one_machine() throws Exception {
    var provider = new TroubledCloud(provider()).with(Trouble.DONE_TWICE);

    var instance = launch(provider, claim("a"));

    assertThat(provider.list())
        .extracting(Instance::providerId)
        .containsExactly(instance.providerId());
  }

  @Test
  void a_launch_that_arrives_after_its_repetition_is_the_same_machine() throws Exception {
    var provider = new TroubledCloud(provider()).with(Trouble.LATE);
    assertThatThrownBy(() -> launch(provider, claim("a"))).isInstanceOf(Unreachable.class);
    var repeated = launch(provider.with(Trouble.NONE), claim("a"));

    provider.arrive();
    settle();

    assertThat(provider.list())
        .extracting(Instance::providerId)
        .containsExactly(repeated.providerId());
  }

  /// Whatever is launched after its claim has gone must be recognizable as nobody's.
  @Test
  void a_launch_that_arrives_after_its_machine_was_deleted_says_whose_it_was() throws Exception {
    var provider = new TroubledCloud(provider()).with(Trouble.LATE);
    assertThatThrownBy(() -> launch(provider, claim("a"))).isInstanceOf(Unreachable.class);
    end(provider, launch(provider.with(Trouble.NONE), claim("a")));

    provider.arrive();
    settle();

    assertThat(provider.list())
        .filteredOn(instance -> !instance.isTerminating())
        .allSatisfy(instance -> assertThat(instance.claimUid()).contains("a"));
  }

  @Test
  void a_deletion_that_is_done_twice_or_late_ends_only_its_machine() throws Exception {
    var provider = new TroubledCloud(provider());
    var doomed = launch(provider, claim("a"));
    var other = launch(provider, claim("b"));
    provider.with(Trouble.LATE);
    assertThatThrownBy(() -> provider.delete(doomed.providerId())).isInstanceOf(Unreachable.class);
    provider.with(Trouble.DONE_TWICE).delete(doomed.providerId());
    end(provider.with(Trouble.NONE), doomed);

    provider.arrive();
    settle();

    assertThat(provider.find(doomed.providerId())).isEmpty();
    assertThat(provider.find(other.providerId())).isPresent();
  }

  @Test
  void a_deletion_whose_answer_is_lost_is_gone_in_the_end() throws Exception {
    var provider = new TroubledCloud(provider());
    var instance = launch(provider, claim("a"));
    provider.with(Trouble.ANSWER_LOST);
    assertThatThrownBy(() -> provider.delete(instance.providerId()))
        .isInstanceOf(Unreachable.class);
    settle();

    end(provider.with(Trouble.NONE), instance);

    assertThat(provider.find(instance.providerId())).isEmpty();
  }

  private void end(CloudProvider provider, Instance instance) throws Exception {
    for (int i = 0; i < 10 && provider.delete(instance.providerId()) != DeleteOutcome.GONE; i++) {
      settle();
    }
    settle();
    assertThat(provider.delete(instance.providerId())).isEqualTo(DeleteOutcome.GONE);
  }

  @Test
  void every_type_says_where_and_how_it_is_sold() {
    var answer = (TypesAnswer.Types) types();

    assertThat(answer.types()).isNotEmpty();
    assertThat(answer.types())
        .allSatisfy(
            type ->
                assertThat(type.offerings())
                    .allSatisfy(
                        offering ->
                            assertThat(offering.requirements().keys())
                                .contains(Labels.ZONE, Labels.CAPACITY_TYPE)));
  }

  @Test
  void volumes_and_addresses_cost_something_finite_or_nothing() {
    for (var nodeClass :
        List.of(Optional.of(readyNodeClass()), Optional.of(unreadyNodeClass()), NO_CLASS)) {
      assertThat(provider().nodeCost(nodeClass)).isFinite().isNotNegative();
    }
  }

  /// What any pool may buy.
  protected abstract TypesAnswer types();

  private String someZone() {
    var type = ((TypesAnswer.Types) types()).types().getFirst();
    return type.offerings()
        .getLast()
        .requirements()
        .get(Labels.ZONE)
        .finiteValues()
        .orElseThrow()
        .first();
  }
}
