package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// A pod is left out only if nothing could take it once all others are placed: no node, no claim,
/// no node that could still be bought. Both engines try those left out until nothing changes.
///
/// Pods that ask for the same are one class; so many classes are tried, drawn with a fixed seed.
///
/// Not judged: what [LateComers] leaves out, and whole workloads with reserved offerings that pods
/// may wait for.
final class UnplacedPods {
  static final int CLASSES = 20;
  private static final long SEED = 20_26;

  private UnplacedPods() {}

  /// What a pod asks for; pods of one class are placed or refused alike.
  private record PodClass(
      String namespace,
      Object labels,
      Resources requests,
      NodeSelection selection,
      List<Taint.Toleration> tolerations,
      List<Spread> spreads,
      PodTerm.Terms terms,
      List<HostPort> ports,
      int priority) {
    static PodClass of(Pod pod) {
      return new PodClass(
          pod.namespace(),
          pod.labels(),
          pod.requests(),
          pod.selection(),
          pod.tolerations(),
          pod.spreads(),
          pod.terms(),
          pod.ports(),
          pod.priority());
    }
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var sample = sample(scene);
    if (sample.isEmpty() || new FreshNodes(scene).dependOnReservations()) return;
    var others = new LateComers(scene, sample);
    for (var pod : sample)
      Stream.of(
              others.existingNodeFor(pod),
              others.claimFor(pod),
              others.freshNodeFor(pod, others.usage()::leavesRoomFor))
          .flatMap(Optional::stream)
          .findFirst()
          .ifPresent(
              place ->
                  faults.accept(
                      new Fault(
                          Fault.Code.UNPLACED_FITS,
                          pod.id(),
                          "is left out, although it could go to " + place)));
  }

  /// One pod of each class drawn.
  static List<Pod> sample(Scene scene) {
    var classes = new LinkedHashMap<PodClass, Pod>();
    scene.placement().unplaced().stream()
        .sorted()
        .map(scene.workload().pods()::get)
        .filter(Objects::nonNull)
        .filter(pod -> !scene.homes().containsKey(pod) && LateComers.isJudged(pod))
        .forEach(pod -> classes.putIfAbsent(PodClass.of(pod), pod));
    var drawn = new ArrayList<>(classes.values());
    Collections.shuffle(drawn, new Random(SEED));
    return drawn.subList(0, Math.min(CLASSES, drawn.size()));
  }
}
