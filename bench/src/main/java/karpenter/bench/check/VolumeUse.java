package karpenter.bench.check;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// Volumes must exist, be reachable from the place, and not be more than the node can attach.
final class VolumeUse {
  private VolumeUse() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    var volumes = scene.workload().volumes();
    scene
        .places()
        .forEach(place -> place.pods().forEach(pod -> check(pod, place, volumes, faults)));
    for (var node : scene.nodes().values())
      if (!node.pods().isEmpty()) checkLimits(node, volumes, faults);
  }

  private static void check(Pod pod, Place place, Volumes volumes, Consumer<Fault> faults) {
    for (var name : pod.volumes()) {
      var claim = volumes.claims().get(name);
      if (claim == null)
        faults.accept(
            new Fault(
                Fault.Code.VOLUME_MISSING,
                pod.id(),
                "is placed, but its volume claim %s has no volume and no class".formatted(name)));
      else if (!place.surelyMeets(claim.reachableFrom()))
        faults.accept(
            new Fault(
                Fault.Code.VOLUME_TOPOLOGY,
                pod.id(),
                "its volume claim %s is not certain to be reachable from %s"
                    .formatted(name, place.name())));
    }
  }

  private static void checkLimits(ExistingNode node, Volumes volumes, Consumer<Fault> faults) {
    var limits = volumes.attachLimits().getOrDefault(node.node().name(), new TreeMap<>());
    var before = attached(node.bound(), volumes);
    var after = attached(node.allPods(), volumes);
    limits.forEach(
        (driver, limit) -> {
          var count = after.getOrDefault(driver, new TreeSet<>()).size();
          if (count > limit && count > before.getOrDefault(driver, new TreeSet<>()).size())
            faults.accept(
                new Fault(
                    Fault.Code.VOLUME_LIMIT,
                    node.name(),
                    "would attach %d volumes of %s, its limit is %d"
                        .formatted(count, driver, limit)));
        });
  }

  private static SortedMap<String, SortedSet<String>> attached(List<Pod> pods, Volumes volumes) {
    var attached = new TreeMap<String, SortedSet<String>>();
    for (var pod : pods)
      for (var name : pod.volumes()) {
        var claim = volumes.claims().get(name);
        if (claim != null)
          claim
              .driver()
              .ifPresent(d -> attached.computeIfAbsent(d, _ -> new TreeSet<>()).add(name));
      }
    return attached;
  }
}
