package karpenter.simulator.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import karpenter.core.disruption.AllowanceObstacle;
import karpenter.core.disruption.KnowledgeObstacle;
import karpenter.core.disruption.MoveObstacle;
import karpenter.core.disruption.NodeObstacle;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.PodObstacle;
import karpenter.core.disruption.PolicyObstacle;
import karpenter.core.disruption.Verdict;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// What the operator has found out about each node that is left, once it has made up its mind:
/// everybody's pods have been quiet for long enough, and no node is to go.
///
/// @param verdicts by claim name, as the operator knows them at the moment
record Findings(Scene scene, Supplier<? extends Map<String, Verdict>> verdicts) {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /// Longer than the operator goes without looking.
  private static final int LOOKS_ALIKE = 12;

  private static final int MOST_LOOKS = 120;

  /// A quiet time that is not waited for.
  private static final Duration LONG = Duration.ofMinutes(5);

  List<String> sentences() throws Unreachable, InterruptedException {
    Optional<List<String>> last = look();
    for (int looks = 0, alike = 0; looks < MOST_LOOKS; looks++) {
      if (last.isPresent() && (last.get().isEmpty() || alike >= LOOKS_ALIKE)) {
        return last.get();
      }
      scene.pass(LOOK);
      var now = look();
      alike = now.equals(last) ? alike + 1 : 0;
      last = now;
    }
    return List.of("the operator does not make up its mind");
  }

  /// A sentence for each node; nothing while one of them is in doubt.
  private Optional<List<String>> look() throws Unreachable, InterruptedException {
    var known = verdicts.get();
    var claims = scene.kube().list(Resource.NODE_CLAIMS, "");
    var sentences = new ArrayList<String>();
    for (var claim : claims) {
      var verdict = known.get(Metas.key(claim).name());
      if (verdict == null || isInDoubt(verdict)) {
        return Optional.empty();
      }
      sentences.add("a node of %s stays: %s".formatted(verdict.pool(), kinds(verdict)));
    }
    return Optional.of(sentences.stream().sorted().toList());
  }

  private static boolean isInDoubt(Verdict verdict) {
    return verdict.obstacles().isEmpty()
        || verdict.obstacles().stream().anyMatch(Findings::isPassing);
  }

  /// Over by itself, sooner in one world than in another.
  private static boolean isPassing(Obstacle obstacle) {
    return switch (obstacle) {
      case NodeObstacle.Unmanaged _, NodeObstacle.NodeProtected _ -> false;
      case NodeObstacle _, KnowledgeObstacle.PoolUnknown _, KnowledgeObstacle.TypesUnknown _ ->
          true;
      case PolicyObstacle.NotQuiet(var after) -> after.compareTo(LONG) < 0;
      case PodObstacle _,
          PolicyObstacle _,
          AllowanceObstacle _,
          MoveObstacle _,
          KnowledgeObstacle _ ->
          false;
    };
  }

  private static Set<String> kinds(Verdict verdict) {
    var kinds = new TreeSet<String>();
    verdict.obstacles().forEach(obstacle -> kinds.add(obstacle.kind()));
    return kinds;
  }
}
