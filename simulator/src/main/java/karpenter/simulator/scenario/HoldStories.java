package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// What holds nodes that would go, and what does not.
final class HoldStories {
  private static final String WEB = "web";
  private static final String AGENT = "agent";
  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /// Long enough for a decision, its second look, and the command.
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(45);

  private static final String NEW_TEMPLATE =
      "{spec: {template: {metadata: {labels: {edition: second}}}}}";

  private HoldStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("do-not-disrupt in every form", HoldStories::everyForm),
        Scenarios.story("drift passes protected pods by a deadline", HoldStories::gracePeriod),
        Scenarios.story("two budgets on one pod keep its node", HoldStories::twoBudgets),
        Scenarios.story("daemon behind a budget keeps its node", HoldStories::daemonBudget),
        Scenarios.story("daemons alone leave a node empty", HoldStories::daemonsAlone),
        Scenarios.story("a tenth of three nodes is one", HoldStories::tenth),
        Scenarios.story("budget counts for its reasons alone", HoldStories::reasons),
        Scenarios.story("budget holds while its schedule says so", HoldStories::schedule),
        Scenarios.story("pod that comes in the wait keeps its node", HoldStories::inTheWait));
  }

  /// As an owner may write it on a pod or an administrator on a node: `true` holds, and on pods a
  /// time that is not over; all else does not.
  private static void everyForm(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, Halves.pool("WhenEmpty", "Never", "100%"));
    var onPods =
        new TreeMap<>(
            Map.of(
                "says-true",
                "true",
                "says-hour",
                "1h",
                "says-false",
                "false",
                "says-minus",
                "-1m",
                "says-word",
                "abc"));
    var onNodes = new TreeMap<>(Map.of("node-true", "true", "node-hour", "1h"));
    for (var form : onPods.entrySet()) {
      var app = Trees.deployment(form.getKey(), 1, "1500m");
      app.withObject("/spec/template/metadata/annotations").put(DO_NOT_DISRUPT, form.getValue());
      cast.create(Resource.DEPLOYMENTS, app);
    }
    for (var app : onNodes.keySet()) {
      cast.create(Resource.DEPLOYMENTS, Trees.deployment(app, 1, "1500m"));
    }
    cast.awaitClaims("one for each pod", 7);
    cast.awaitSettled();
    for (var form : onNodes.entrySet()) {
      cast.awaitRunning(form.getKey(), 1);
      cast.patch(
          Resource.NODES,
          ObjectKey.cluster(nodeOf(cast, form.getKey())),
          "{metadata: {annotations: {%s: '%s'}}}".formatted(DO_NOT_DISRUPT, form.getValue()));
    }
    for (var app : onPods.keySet()) {
      cast.awaitRunning(app, 1);
    }
    var before = nodes(cast);
    // So that everybody has heard of it, however late the news.
    scene.pass(Duration.ofSeconds(10));

    cast.patch(Resource.NODE_POOLS, POOL, NEW_TEMPLATE);

    scene.await(
        "all but three nodes are new ones",
        Duration.ofMinutes(10),
        () -> {
          var claims = cast.claims();
          var old = nodes(cast);
          old.retainAll(before);
          return claims.size() == 7
              && claims.stream().allMatch(Cast::isInitialized)
              && old.size() == 3;
        });
    scene.pass(LONG_ENOUGH);
    for (var app : List.of("says-true", "says-hour", "node-true")) {
      cast.expect(app + " has its old node", () -> before.contains(nodeOf(cast, app)));
    }
    for (var app : List.of("says-false", "says-minus", "says-word", "node-hour")) {
      cast.awaitRunning(app, 1);
      cast.expect(app + " has a new node", () -> !before.contains(nodeOf(cast, app)));
    }
    cast.curtain();
    for (var app : onPods.keySet()) {
      cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", app));
    }
    for (var app : onNodes.keySet()) {
      cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", app));
    }
    Scenarios.close(cast);
  }

  /// What is bounded by a grace period is begun, and waits for its end.
  private static void gracePeriod(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    var pool = Halves.pool("WhenEmpty", "Never", "100%");
    pool.withObject("/spec/template/spec").put("terminationGracePeriod", "40s");
    Scenarios.open(cast, pool);
    var web = Trees.deployment(WEB, 1, "1500m");
    web.withObject("/spec/template/metadata/annotations").put(DO_NOT_DISRUPT, "true");
    cast.create(Resource.DEPLOYMENTS, web);
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var before = nodes(cast);

    cast.patch(Resource.NODE_POOLS, POOL, NEW_TEMPLATE);

    scene.await(
        "the node is another",
        PATIENCE,
        () -> cast.nodes().size() == 1 && !before.containsAll(nodes(cast)));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    Scenarios.close(cast);
  }

  private static void twoBudgets(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, Halves.pool("WhenEmptyOrUnderutilized", "5s", "100%"));
    var second = Trees.budget(WEB, "1");
    second.withObject("/metadata").put("name", "second");
    cast.create(Resource.POD_DISRUPTION_BUDGETS, Trees.budget(WEB, "1"));
    cast.create(Resource.POD_DISRUPTION_BUDGETS, second);
    Halves.make(scene, cast, 2, "700m");

    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    cast.delete(Resource.POD_DISRUPTION_BUDGETS, ObjectKey.of("default", "second"));
    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 2);
    cast.curtain();
    cast.delete(Resource.POD_DISRUPTION_BUDGETS, ObjectKey.of("default", WEB));
    Scenarios.close(cast);
  }

  private static void daemonBudget(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    emptyNodes(cast, 1, Halves.pool("WhenEmpty", "0s", "100%"), true);
    cast.create(Resource.POD_DISRUPTION_BUDGETS, Trees.budget(AGENT, "0"));
    scene.pass(Duration.ofSeconds(10));
    cast.scale(WEB, 0);
    scene.pass(LONG_ENOUGH);
    cast.expect("the node is there", () -> cast.nodes().size() == 1);

    cast.delete(Resource.POD_DISRUPTION_BUDGETS, ObjectKey.of("default", AGENT));
    cast.awaitNodes(0);
    cast.curtain();
    cast.delete(Resource.DAEMON_SETS, ObjectKey.of("default", AGENT));
    Scenarios.close(cast);
  }

  private static void daemonsAlone(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    emptyNodes(cast, 2, Halves.pool("WhenEmpty", "0s", "100%"), true);
    cast.scale(WEB, 0);
    cast.awaitNodes(0);
    cast.curtain();
    cast.delete(Resource.DAEMON_SETS, ObjectKey.of("default", AGENT));
    Scenarios.close(cast);
  }

  private static void tenth(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    emptyNodes(cast, 3, Halves.pool("WhenEmpty", "0s", "10%"), false);
    cast.scale(WEB, 0);
    scene.await(
        "no node is left",
        PATIENCE,
        () -> {
          var claims = cast.claims();
          long going = claims.stream().filter(Metas::isTerminating).count();
          cast.expect("they go one by one", () -> going <= 1);
          return claims.isEmpty() && cast.nodes().isEmpty();
        });
    Scenarios.close(cast);
  }

  private static void reasons(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    var pool = Halves.pool("WhenEmpty", "0s", "100%");
    pool.withArray("/spec/disruption/budgets").add(Trees.tree("{nodes: '0', reasons: [Drifted]}"));
    emptyNodes(cast, 2, pool, false);
    cast.patch(Resource.NODE_POOLS, POOL, NEW_TEMPLATE);
    scene.await(
        "both have drifted",
        PATIENCE,
        () -> cast.claims().stream().allMatch(claim -> Cast.is(claim, "Drifted")));
    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    cast.scale(WEB, 1);
    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 1);
    Scenarios.close(cast);
  }

  private static void schedule(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    var pool = Halves.pool("WhenEmpty", "0s", "100%");
    pool.withArray("/spec/disruption/budgets")
        .add(Trees.tree("{nodes: '0', schedule: '* * * * *', duration: 1h}"));
    emptyNodes(cast, 1, pool, false);
    cast.scale(WEB, 0);
    scene.pass(LONG_ENOUGH);
    cast.expect("the node is there", () -> cast.nodes().size() == 1);

    // From now on it is closed but for a minute of a day that is far.
    var day = scene.now().atZone(java.time.ZoneOffset.UTC).plusDays(100);
    cast.patch(
        Resource.NODE_POOLS,
        POOL,
        "{spec: {disruption: {budgets: [{nodes: '0', schedule: '0 0 %d %d *', duration: 1m}]}}}"
            .formatted(day.getDayOfMonth(), day.getMonthValue()));
    cast.awaitNodes(0);
    Scenarios.close(cast);
  }

  private static void inTheWait(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    emptyNodes(cast, 1, Halves.pool("WhenEmpty", "0s", "100%"), false);
    var before = nodes(cast);
    cast.scale(WEB, 0);
    scene.await("no pod is left", PATIENCE, () -> cast.pods(WEB).isEmpty());
    scene.pass(Duration.ofSeconds(6));
    cast.scale(WEB, 1);
    cast.awaitRunning(WEB, 1);
    scene.pass(LONG_ENOUGH);
    cast.expect("the node is the same", () -> nodes(cast).equals(before));
    Scenarios.close(cast);
  }

  private static void emptyNodes(Cast cast, int count, ObjectNode pool, boolean haveDaemons)
      throws Unreachable, InterruptedException {
    Scenarios.open(cast, pool);
    if (haveDaemons) {
      cast.create(Resource.DAEMON_SETS, Trees.daemons(AGENT, "100m"));
    }
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, count, "1500m"));
    cast.awaitRunning(WEB, count);
    cast.awaitSettled();
    if (haveDaemons) {
      cast.awaitRunning(AGENT, count);
    }
  }

  private static String nodeOf(Cast cast, String app) throws Unreachable, InterruptedException {
    return cast.pods(app).getFirst().at("/spec/nodeName").asText();
  }

  private static Set<String> nodes(Cast cast) throws Unreachable, InterruptedException {
    return cast.nodes().stream().map(node -> Metas.key(node).name()).collect(Collectors.toSet());
  }
}
