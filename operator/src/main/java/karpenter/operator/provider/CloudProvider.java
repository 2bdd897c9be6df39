package karpenter.operator.provider;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.LoopPlan;

/// A cloud. Every provider passes the contract suite `CloudProviderContract`.
///
/// Calls may block and may be repeated at any time. Each has a limit ([CloudMethod]): when it is
/// reached the call's thread is interrupted and the call is repeated later. A call that goes on in
/// spite of that is then under way beside its repetition, and may take effect after it; otherwise
/// two calls for the same claim are never made at once. The process may also die in one and repeat
/// it after a restart.
public interface CloudProvider {
  /// The value of the metric label `provider`.
  String name();

  List<NodeClassKind> nodeClassKinds();

  ProviderLabels labels();

  /// Launches exactly one machine per claim uid, however often it is asked: a repeated call answers
  /// with the machine of the first, also after a crash between the two.
  ///
  /// @param nodeClass empty when there is no such object
  LaunchOutcome create(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException;

  /// Asks for the end of the claim's machine. Called again and again until it is gone.
  DeleteOutcome delete(String providerId) throws Unreachable, InterruptedException;

  /// Empty when it does not exist or is on its way out for good.
  Optional<Instance> find(String providerId) throws Unreachable, InterruptedException;

  /// Every machine of this cluster, those that are terminating included.
  List<Instance> list() throws Unreachable, InterruptedException;

  /// What the pool may buy. Answers from memory: no call to the cloud.
  TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass);

  /// What the volumes and addresses of a node of this class cost an hour beside its instance, in
  /// the currency of prices; added to what users say a node costs. At least 0 and finite; 0 where
  /// that is not known. Answers from memory: no call to the cloud.
  default double nodeCost(Optional<NodeClassFacts> nodeClass) {
    return 0;
  }

  /// Why the machine is no longer what its node class asks for; empty when it is.
  Optional<String> drift(ClaimFacts claim, Optional<NodeClassFacts> nodeClass)
      throws Unreachable, InterruptedException;

  /// How often to ask for [#drift] of a machine whose claim, pool and node class are as they were;
  /// empty for a cloud whose answer follows from those alone.
  default Optional<Duration> driftPeriod() {
    return Optional.of(Duration.ofMinutes(5));
  }

  List<RepairPolicy> repairPolicies();

  default List<RegistrationHook> registrationHooks() {
    return List.of();
  }

  /// How often to ask for [#notices]; empty for a cloud that gives none. One that can wait for a
  /// notice in the call is asked again soon.
  default Optional<Duration> noticePeriod() {
    return Optional.empty();
  }

  /// Warnings that have arrived. Each is told again until it is acknowledged.
  default List<Notice> notices() throws Unreachable, InterruptedException {
    return List.of();
  }

  default void acknowledge(Notice notice) throws Unreachable, InterruptedException {}

  /// Loops of its own, such as those that keep node classes' status or finish a launch.
  default List<LoopPlan<?>> loops() {
    return List.of();
  }
}
