package karpenter.simulator.scenario;

import java.time.Duration;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// Static pools: as many nodes as they say, never more than they may have.
final class StaticStories {
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);

  private StaticStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("static pool is scaled within its limit", StaticStories::scaled),
        Scenarios.story("static pool makes good what it loses", StaticStories::madeGood),
        Scenarios.story("operator killed while a static pool grows", StaticStories::killed));
  }

  private static void scaled(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, 2, 4);
    awaitSettled(scene, cast, 2, 4);

    scale(cast, 6);
    awaitSettled(scene, cast, 4, 4);
    scene.pass(Duration.ofSeconds(40));
    cast.expect("the limit holds", () -> cast.claims().size() == 4);

    scale(cast, 1);
    awaitSettled(scene, cast, 1, 4);
    Scenarios.close(cast);
  }

  private static void madeGood(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, 3, 4);
    awaitSettled(scene, cast, 3, 4);
    var lost = cast.nodes().getFirst();

    cast.delete(Resource.NODES, Metas.key(lost));

    scene.await(
        "the node is gone",
        Duration.ofMinutes(3),
        () -> cast.nodes().stream().noneMatch(n -> Metas.uid(n).equals(Metas.uid(lost))));
    awaitSettled(scene, cast, 3, 4);
    Scenarios.close(cast);
  }

  private static void killed(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, 4, 4);
    scene.pass(Duration.ofMillis(300));
    scene.restartOperator();
    scene.pass(Duration.ofSeconds(1));
    scene.restartOperator();

    awaitSettled(scene, cast, 4, 4);
    Scenarios.close(cast);
  }

  private static void open(Cast cast, int replicas, int limit)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec").put("replicas", replicas);
    pool.withObject("/spec/limits").put("nodes", Integer.toString(limit));
    cast.create(Resource.NODE_POOLS, pool);
  }

  private static void scale(Cast cast, int replicas) throws Unreachable, InterruptedException {
    cast.patch(Resource.NODE_POOLS, POOL, "{spec: {replicas: %d}}".formatted(replicas));
  }

  /// There are so many claims, each with its node; on the way there never were more than the limit.
  private static void awaitSettled(Scene scene, Cast cast, int count, int limit)
      throws Unreachable, InterruptedException {
    scene.await(
        "there are %d claims with a node each".formatted(count),
        Duration.ofMinutes(5),
        () -> {
          var claims = cast.claims();
          cast.expect("there are never more than " + limit, () -> claims.size() <= limit);
          return claims.size() == count
              && cast.nodes().size() == count
              && claims.stream().allMatch(Cast::isInitialized);
        });
  }
}
