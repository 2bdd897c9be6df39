package karpenter.bench.check;

import java.util.function.Consumer;

/// Node selector, required node affinity and taints, for every pod where it is.
final class NodeChoice {
  private NodeChoice() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    scene.places().forEach(place -> place.pods().forEach(pod -> check(pod, place, faults)));
  }

  private static void check(Pod pod, Place place, Consumer<Fault> faults) {
    if (!place.surelyMeets(pod.selection().alternatives()))
      faults.accept(
          new Fault(
              Fault.Code.NODE_AFFINITY,
              pod.id(),
              "its node selector and affinity are not certain to hold on " + place.name()));
    Taint.firstUntolerated(place.taints(), pod.tolerations())
        .ifPresent(
            taint ->
                faults.accept(
                    new Fault(
                        Fault.Code.TAINT,
                        pod.id(),
                        "does not tolerate %s of %s".formatted(taint, place.name()))));
  }
}
