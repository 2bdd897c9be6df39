package karpenter.simulator.scenario;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import org.jspecify.annotations.Nullable;

/// What users hold disruption back with, or ask of it, by annotation.
final class ControlStories {
  private static final String WEB = "web";
  private static final String BIG = "big";
  private static final String PREFIX = "karpenter-jvm.dev/";
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);
  private static final ObjectKey NAMESPACE = ObjectKey.cluster("default");
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /// Long enough for a decision, its second look, and the command.
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(60);

  private ControlStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("pause of the cluster expires", ControlStories::pauseExpires),
        Scenarios.story("control that cannot be understood holds", ControlStories::failsClosed),
        Scenarios.story("window across a change of clocks holds", ControlStories::window),
        Scenarios.story("rate holds across a restart", ControlStories::rate),
        Scenarios.story("saving must be worth its evictions", ControlStories::worth),
        Scenarios.story("large node is split where that is allowed", ControlStories::split),
        Scenarios.story("rotation stays within budgets", ControlStories::rotation),
        Scenarios.story("waves of drift halt on a failed gate", ControlStories::waves),
        Scenarios.story("spot breaker opens and returns", ControlStories::breaker));
  }

  private static void pauseExpires(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    // On a real cluster it is there.
    scene.kube().create(Resource.NAMESPACES, Trees.tree("{metadata: {name: default}}"));
    emptyNodes(scene, cast, 1);
    var until = soon(scene, Duration.ofSeconds(100));
    annotate(
        cast,
        Resource.NAMESPACES,
        NAMESPACE,
        "pause",
        "until=" + until + "; by=anna; reason=launch");
    cast.scale(WEB, 0);
    scene.await("no pod is left", PATIENCE, () -> cast.pods(WEB).isEmpty());

    scene.restartOperator();
    scene.pass(Duration.between(scene.now(), until).minusSeconds(10));
    cast.expect("the node is there", () -> cast.nodes().size() == 1);

    cast.awaitNodes(0);
    cast.expect("the pause was over", () -> scene.now().isAfter(until));
    annotate(cast, Resource.NAMESPACES, NAMESPACE, "pause", null);
    Scenarios.close(cast);
  }

  private static void failsClosed(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    emptyNodes(scene, cast, 1);
    annotate(cast, Resource.NODE_POOLS, POOL, "deny-windows", "at night");
    awaitCondition(scene, cast, "DisruptionControlsValid", "False");
    cast.scale(WEB, 0);

    scene.pass(LONG_ENOUGH);
    cast.expect("the node is there", () -> cast.nodes().size() == 1);
    cast.expect(
        "the pool is ready all the same",
        () -> Cast.is(cast.get(Resource.NODE_POOLS, POOL), "Ready"));

    annotate(cast, Resource.NODE_POOLS, POOL, "deny-windows", null);
    cast.awaitNodes(0);
    scene.await(
        "nothing is said of controls any more",
        PATIENCE,
        () -> message(cast, "DisruptionControlsValid").isEmpty());
    Scenarios.close(cast);
  }

  /// The window opened the day before clocks were last changed in Berlin, and closes soon by the
  /// clocks there. Whoever reckons with the offset of its beginning is an hour off.
  private static void window(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    emptyNodes(scene, cast, 1);
    var berlin = ZoneId.of("Europe/Berlin");
    var until = soon(scene, Duration.ofSeconds(150)).truncatedTo(ChronoUnit.MINUTES);
    var change = berlin.getRules().previousTransition(scene.now()).getInstant();
    var opens = change.atZone(berlin).toLocalDate().minusDays(1).atTime(12, 0);
    var length = Duration.between(opens, until.atZone(berlin).toLocalDateTime());
    annotate(
        cast,
        Resource.NODE_POOLS,
        POOL,
        "deny-windows",
        "0 12 %d %d * %dm Europe/Berlin"
            .formatted(opens.getDayOfMonth(), opens.getMonthValue(), length.toMinutes()));
    cast.scale(WEB, 0);

    scene.pass(Duration.between(scene.now(), until).minusSeconds(5));
    cast.expect("the node is there", () -> cast.nodes().size() == 1);

    cast.awaitNodes(0);
    cast.expect("the window was over", () -> scene.now().isAfter(until));
    Scenarios.close(cast);
  }

  private static void rate(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    emptyNodes(scene, cast, 2);
    annotate(cast, Resource.NODE_POOLS, POOL, "rate", "1/2m");
    cast.scale(WEB, 0);
    cast.awaitNodes(1);
    var first = scene.now();

    scene.restartOperator();
    scene.pass(LONG_ENOUGH);
    cast.expect("the other node is there", () -> cast.nodes().size() == 1);

    cast.awaitNodes(0);
    cast.expect(
        "the rate was kept", () -> Duration.between(first, scene.now()).compareTo(LONG_ENOUGH) > 0);
    Scenarios.close(cast);
  }

  private static void worth(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Halves.pool("WhenEmptyOrUnderutilized", "5s", "100%");
    pool.withObject("/metadata/annotations").put(PREFIX + "min-saving", "500, 10%");
    cast.create(Resource.NODE_POOLS, pool);
    Halves.make(scene, cast, 2, "700m");

    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    annotate(cast, Resource.NODE_POOLS, POOL, "payback", "within=1m; per-pod=1000");
    annotate(cast, Resource.NODE_POOLS, POOL, "min-saving", null);
    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are still there", () -> cast.nodes().size() == 2);

    annotate(cast, Resource.NODE_POOLS, POOL, "payback", "within=24h; per-pod=0.0001");
    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  private static void split(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Halves.pool("WhenEmptyOrUnderutilized", "5s", "100%");
    pool.withArray("/spec/template/spec/requirements").remove(3);
    pool.withArray("/spec/template/spec/requirements")
        .add(
            Trees.tree("{key: karpenter.kwok.sh/instance-cpu, operator: In, values: ['2', '16']}"));
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(BIG, 1, "10"));
    cast.awaitRunning(BIG, 1);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();
    cast.expect("all run on one node", () -> cast.nodes().size() == 1);
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", BIG));

    scene.pass(LONG_ENOUGH);
    cast.expect("the large node is there", () -> cast.nodes().size() == 1);
    cast.expect(
        "nothing is said of controls where there are none",
        () -> !Cast.is(cast.get(Resource.NODE_POOLS, POOL), "DisruptionControlsValid"));

    annotate(cast, Resource.NODE_POOLS, POOL, "split", "allow");
    cast.awaitNodes(2);
    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  private static void rotation(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    cast.create(Resource.NODE_POOLS, Halves.pool("WhenEmpty", "Never", "1"));
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 3, "1500m"));
    cast.awaitRunning(WEB, 3);
    cast.awaitSettled();
    var before = cast.claims().stream().map(Metas::uid).toList();
    scene.pass(Duration.ofSeconds(2));

    annotate(cast, Resource.NODE_POOLS, POOL, "rotate", second(scene.now()).toString());

    scene.await(
        "all claims are new ones",
        Duration.ofMinutes(15),
        () -> {
          var claims = cast.claims();
          long staying = claims.stream().filter(claim -> !Metas.isTerminating(claim)).count();
          cast.expect("never more than one is replaced at a time", () -> staying <= 4);
          return claims.size() == 3
              && claims.stream().map(Metas::uid).noneMatch(before::contains)
              && claims.stream().allMatch(Cast::isInitialized);
        });
    cast.awaitRunning(WEB, 3);
    var rotated = cast.claims().stream().map(Metas::uid).toList();
    scene.pass(LONG_ENOUGH);
    cast.expect(
        "none is replaced twice",
        () -> cast.claims().stream().map(Metas::uid).toList().equals(rotated));
    Scenarios.close(cast);
  }

  /// A budget that never lets a pod go keeps the first wave from becoming healthy; because the pool
  /// has a grace period, drift begins all the same.
  private static void waves(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Halves.pool("WhenEmpty", "Never", "100%");
    pool.withObject("/spec/template/spec").put("terminationGracePeriod", "30m");
    pool.withObject("/spec/template/metadata/annotations").put("edited", "no");
    pool.withObject("/metadata/annotations").put(PREFIX + "drift", "observe");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.create(Resource.POD_DISRUPTION_BUDGETS, Trees.budget(WEB, "0"));
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();
    var before = cast.claims().stream().map(Metas::uid).toList();

    cast.patch(
        Resource.NODE_POOLS,
        POOL,
        "{spec: {template: {metadata: {annotations: {edited: 'yes'}}}}}");
    scene.pass(LONG_ENOUGH);
    cast.expect("nothing has begun", () -> untouched(cast, before) == 2);

    approve(scene, cast, "1");
    scene.await(
        "the first wave has halted",
        PATIENCE,
        () -> message(cast, "DriftApproved").contains("did not become healthy"));
    scene.restartOperator();
    cast.delete(Resource.POD_DISRUPTION_BUDGETS, ObjectKey.of("default", WEB));
    scene.await(
        "the first node is gone",
        PATIENCE,
        () -> cast.claims().size() == 2 && untouched(cast, before) == 1);
    scene.pass(LONG_ENOUGH);
    cast.expect("the second is left alone", () -> untouched(cast, before) == 1);

    approve(scene, cast, "2");
    scene.await(
        "all claims are new ones",
        PATIENCE,
        () -> cast.claims().size() == 2 && untouched(cast, before) == 0);
    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  /// Approves what the pool says there is to approve.
  private static void approve(Scene scene, Cast cast, String attempt)
      throws Unreachable, InterruptedException {
    var waves = "waves=1, 100%; settle=5s; patience=20s; attempt=" + attempt;
    if (attempt.equals("1")) {
      scene.await(
          "the pool says what there is to approve",
          PATIENCE,
          () -> message(cast, "DriftApproved").contains("approve="));
      var message = message(cast, "DriftApproved");
      var version = message.substring(message.indexOf("approve=") + 8).replace("\"", "");
      annotate(cast, Resource.NODE_POOLS, POOL, "drift", "approve=" + version + "; " + waves);
    } else {
      var last =
          cast.get(Resource.NODE_POOLS, POOL)
              .at("/metadata/annotations")
              .path(PREFIX + "drift")
              .asText();
      annotate(
          cast,
          Resource.NODE_POOLS,
          POOL,
          "drift",
          last.substring(0, last.indexOf(';')) + "; " + waves);
    }
  }

  /// Claims from before that nobody has asked to go.
  private static long untouched(Cast cast, List<String> before)
      throws Unreachable, InterruptedException {
    return cast.claims().stream()
        .filter(claim -> before.contains(Metas.uid(claim)) && !Metas.isTerminating(claim))
        .count();
  }

  /// KWOK's cloud warns of nothing, so the story writes what would have been counted.
  private static void breaker(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Halves.pool("WhenEmpty", "Never", "100%");
    pool.withArray("/spec/template/spec/requirements").remove(0);
    pool.withArray("/spec/template/spec/requirements")
        .add(
            Trees.tree(
                "{key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand]}"));
    pool.withObject("/metadata/annotations")
        .put(PREFIX + "spot-breaker", "interruptions=3; within=1m; on-demand=90s; return=30s");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.expect("spot is cheaper", () -> spot(cast) == 1);

    annotate(cast, Resource.NODE_POOLS, POOL, "recent-interruptions", second(scene.now()) + "=3");
    awaitCondition(scene, cast, "SpotBreakerClosed", "False");
    cast.scale(WEB, 2);
    cast.awaitRunning(WEB, 2);
    cast.expect("the second node is on-demand", () -> spot(cast) == 1 && cast.nodes().size() == 2);

    scene.restartOperator();
    awaitCondition(scene, cast, "SpotBreakerClosed", "True");
    cast.scale(WEB, 3);
    cast.awaitRunning(WEB, 3);
    cast.expect("the third node is spot", () -> spot(cast) == 2);
    Scenarios.close(cast);
  }

  private static long spot(Cast cast) throws Unreachable, InterruptedException {
    return cast.nodes().stream()
        .filter(
            node -> node.at("/metadata/labels/karpenter.sh~1capacity-type").asText().equals("spot"))
        .count();
  }

  /// Nodes with a pod each, in a pool that lets nodes go as soon as they are empty.
  private static void emptyNodes(Scene scene, Cast cast, int count)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    cast.create(Resource.NODE_POOLS, Halves.pool("WhenEmpty", "0s", "100%"));
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, count, "1500m"));
    cast.awaitRunning(WEB, count);
    cast.awaitSettled();
  }

  private static void awaitCondition(Scene scene, Cast cast, String type, String status)
      throws Unreachable, InterruptedException {
    scene.await(
        "%s is %s".formatted(type, status),
        PATIENCE,
        () -> {
          for (var condition : cast.get(Resource.NODE_POOLS, POOL).at("/status/conditions")) {
            if (condition.path("type").asText().equals(type)) {
              return condition.path("status").asText().equals(status);
            }
          }
          return false;
        });
  }

  /// What a condition of the pool says; empty text when there is none.
  private static String message(Cast cast, String type) throws Unreachable, InterruptedException {
    for (var condition : cast.get(Resource.NODE_POOLS, POOL).at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("message").asText();
      }
    }
    return "";
  }

  private static void annotate(
      Cast cast, Resource resource, ObjectKey key, String control, @Nullable String value)
      throws Unreachable, InterruptedException {
    var body = Trees.tree("{metadata: {annotations: {}}}");
    body.withObject("/metadata/annotations").put(PREFIX + control, value);
    cast.patch(resource, key, body.toString());
  }

  private static Instant soon(Scene scene, Duration later) {
    return second(scene.now().plus(later));
  }

  private static Instant second(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS);
  }
}
