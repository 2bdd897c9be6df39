package karpenter.bench.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// Where limits leave pods without a place, pods of higher priority were served first: with all
/// pods of lower priority taken away, there must still be no place for a pod that was left out.
///
/// This is our promise; upstream does not look at priority.
///
/// Judged are pods that a fresh node would take if its pool had no limits, because only then it is
/// certain that limits are the reason. Not judged: pods that wait for others (affinity, spread over
/// anything but nodes), and what [UnplacedPods] does not judge. Claims count as if they were the
/// largest type of their pool, since they may have been charged that much when the pod was refused.
final class Priorities {
  private final Scene scene;
  private final Consumer<Fault> faults;

  private Priorities(Scene scene, Consumer<Fault> faults) {
    this.scene = scene;
    this.faults = faults;
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    new Priorities(scene, faults).check();
  }

  private void check() {
    var sample = UnplacedPods.sample(scene).stream().filter(Priorities::waitsForNobody).toList();
    if (sample.isEmpty() || new FreshNodes(scene).dependOnReservations()) return;
    var now = new LateComers(scene, sample);
    var byPriority = new TreeMap<Integer, List<Pod>>();
    for (var pod : sample)
      if (now.freshNodeFor(pod, (_, _) -> true).isPresent())
        byPriority.computeIfAbsent(pod.priority(), _ -> new ArrayList<>()).add(pod);
    byPriority.forEach(this::check);
  }

  private static boolean waitsForNobody(Pod pod) {
    return pod.terms().affinity().isEmpty()
        && pod.spreads().stream()
            .allMatch(spread -> spread.soft() || spread.topologyKey().equals(LabelKeys.HOSTNAME));
  }

  private void check(int priority, List<Pod> pods) {
    var lower = placedBelow(priority);
    if (lower.isEmpty()) return;
    var without =
        Scene.of(scene.workload(), scene.placement().without(lower), scene.nodeCost(), _ -> {});
    var then = new LateComers(without, pods);
    for (var pod : pods)
      Stream.of(
              then.existingNodeFor(pod),
              claimFor(pod, without, then),
              then.freshNodeFor(pod, then.usage()::alwaysLeftRoomFor))
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(
              place ->
                  faults.accept(
                      new Fault(
                          Fault.Code.PRIORITY,
                          pod.id(),
                          "has priority %d and is left out, although without the %d placed pods of lower priority it could go to %s"
                              .formatted(priority, lower.size(), place))));
  }

  /// A claim that was surely there when the pod was tried: bought for a pod of higher priority.
  private Optional<String> claimFor(Pod pod, Scene without, LateComers then) {
    return without.newNodes().stream()
        .filter(node -> isOpenedAbove(pod.priority(), node) && then.mayJoin(pod, node))
        .map(NewNode::name)
        .findFirst();
  }

  private boolean isOpenedAbove(int priority, NewNode node) {
    var opener = scene.placement().claims().get(node.claim().index()).pods().getFirst();
    var pod = scene.workload().pods().get(opener);
    return pod != null && pod.priority() > priority;
  }

  private Set<String> placedBelow(int priority) {
    var lower = new HashSet<String>();
    for (var pod : scene.homes().keySet()) if (pod.priority() < priority) lower.add(pod.id());
    return lower;
  }
}
