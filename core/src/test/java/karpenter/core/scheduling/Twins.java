package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.cases.CaseGenerator;
import karpenter.core.testkit.cases.CaseOrder;
import karpenter.core.testkit.cases.CaseText;
import karpenter.core.testkit.cases.Minimiser;
import karpenter.core.testkit.cases.PlacementText;

/// Compares the kernel with its slow twin.
final class Twins {
  private Twins() {}

  static boolean differ(long seed) {
    return differ(CaseGenerator.generate(seed), seed);
  }

  private static boolean differ(SchedulingProblem problem, long seed) {
    return !text(Placer.TWIN, problem, seed).equals(text(Placer.KERNEL, problem, seed));
  }

  /// A placer that throws has given an answer too: a wrong one that must be shown.
  private static String text(Placer placer, SchedulingProblem problem, long seed) {
    try {
      return PlacementText.render(placer.place(problem, CaseOrder.of(problem, seed)));
    } catch (RuntimeException thrown) {
      var frames = List.of(thrown.getStackTrace());
      return "%s throws %s at %s"
          .formatted(placer, thrown, frames.isEmpty() ? "?" : frames.getFirst());
    }
  }

  /// The first of the seeds as a small case, with both answers.
  static String report(List<Long> seeds) {
    long seed = seeds.getFirst();
    var small =
        new Minimiser(problem -> differ(problem, seed)).minimise(CaseGenerator.generate(seed));
    List<String> lines = new ArrayList<>();
    lines.add("kernel and twin differ for seeds " + seeds);
    lines.add("seed " + seed + ", made small:");
    lines.add(CaseText.render(small));
    lines.add("order " + CaseOrder.of(small, seed).stream().map(Pod::name).toList());
    lines.add("--- twin");
    lines.add(text(Placer.TWIN, small, seed));
    lines.add("--- kernel");
    lines.add(text(Placer.KERNEL, small, seed));
    return String.join("\n", lines);
  }
}
