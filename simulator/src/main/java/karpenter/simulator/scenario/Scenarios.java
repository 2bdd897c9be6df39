package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// Every story there is. Each begins in a cluster without pools, and ends in one without nodes of
/// ours.
public final class Scenarios {
  private static final String APP = "web";
  static final String POOL = "general";
  private static final ObjectKey DEPLOYMENT = ObjectKey.of("default", APP);

  private Scenarios() {}

  public static List<Scenario> all() {
    return Stream.of(
            own(),
            RegistrationStories.all(),
            ProvisioningStories.all(),
            TerminationStories.all(),
            DrainStories.all(),
            StaticStories.all(),
            DisruptionStories.all(),
            HoldStories.all(),
            WorthStories.all(),
            ControlStories.all(),
            CommandStories.all())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Scenario> own() {
    return List.of(
        story("a few pods come and go", Scenarios::fewPodsComeAndGo),
        story("scale up and down", Scenarios::scaleUpAndDown),
        story("claim deleted in mid-launch", Scenarios::claimDeletedInMidLaunch),
        story("pool deleted in mid-launch", Scenarios::poolDeletedInMidLaunch),
        story("node deleted", Scenarios::nodeDeleted),
        story("nodes expire", Scenarios::nodesExpire),
        story("budget holds a drain until its deadline", Scenarios::budgetHoldsDrain),
        story("operator killed in a scale-up", Scenarios::operatorKilled),
        story("watches lost in a scale-up", Scenarios::watchesLost),
        story("an edited template drifts its claims", LifecycleScenarios::editedTemplateDrifts),
        story("a pool says how it is", LifecycleScenarios::poolSaysHowItIs),
        story("a claim without a pool", LifecycleScenarios::standaloneClaim));
  }

  /// Those that can be played where a node is all there is to a machine, beside the others.
  public static List<Scenario> onKwok() {
    return RegistrationStories.onKwok();
  }

  /// Those that are played in both worlds, with all gates open.
  public static List<Scenario> ofBothWorlds() {
    return Stream.of(all(), onKwok(), GatedStories.all()).flatMap(List::stream).toList();
  }

  /// Those of the annotations that hold disruption back or ask for it.
  public static List<Scenario> controls() {
    return ControlStories.all();
  }

  public static Scenario named(String name) {
    return ofBothWorlds().stream()
        .filter(scenario -> scenario.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no story is called " + name));
  }

  interface Play {
    void in(Scene scene, Cast cast) throws Unreachable, InterruptedException;
  }

  static Scenario story(String name, Play play) {
    return new Scenario() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public void play(Scene scene) throws Unreachable, InterruptedException {
        play.in(scene, new Cast(scene));
      }

      @Override
      public String toString() {
        return name;
      }
    };
  }

  private static void fewPodsComeAndGo(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 2, "1500m"));
    cast.awaitRunning(APP, 2);
    cast.awaitSettled();
    cast.expect("each pod has a node", () -> cast.nodes().size() == 2);
    close(cast);
  }

  private static void scaleUpAndDown(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 5, "1"));
    cast.awaitRunning(APP, 5);
    cast.awaitSettled();

    cast.scale(APP, 2);
    cast.awaitRunning(APP, 2);
    close(cast);
  }

  /// The claim's pods get another one, and the machine that was on its way is not left behind.
  private static void claimDeletedInMidLaunch(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "20s");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 2, "1500m"));
    cast.awaitClaims("one for each pod", 2);
    var first = cast.claims().getFirst();
    cast.delete(Resource.NODE_CLAIMS, Metas.key(first));

    cast.awaitRunning(APP, 2);
    cast.awaitSettled();
    cast.expect(
        "the deleted claim is gone",
        () -> cast.claims().stream().noneMatch(c -> Metas.uid(c).equals(Metas.uid(first))));
    close(cast);
  }

  private static void poolDeletedInMidLaunch(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "20s");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 3, "1500m"));
    cast.awaitClaims("one for each pod", 3);
    cast.curtain();

    cast.delete(Resource.NODE_POOLS, ObjectKey.cluster(POOL));

    cast.awaitNothingLeft();
    scene.pass(Duration.ofSeconds(40));
    cast.awaitNothingLeft();
    cast.delete(Resource.DEPLOYMENTS, DEPLOYMENT);
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }

  /// As `kubectl delete node`: it is drained, and goes with its claim.
  private static void nodeDeleted(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 2, "1500m"));
    cast.awaitRunning(APP, 2);
    cast.awaitSettled();
    var node = cast.nodes().getFirst();

    cast.delete(Resource.NODES, Metas.key(node));

    scene.await(
        "the node is gone",
        Duration.ofMinutes(3),
        () -> cast.nodes().stream().noneMatch(n -> Metas.uid(n).equals(Metas.uid(node))));
    cast.awaitRunning(APP, 2);
    cast.awaitSettled();
    close(cast);
  }

  private static void nodesExpire(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(POOL);
    pool.withObject("/spec/template/spec").put("expireAfter", "60s");
    // What follows is an edit, and would have the claim replaced before it expires.
    pool.withObject("/spec/disruption").putArray("budgets").addObject().put("nodes", "0");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 1, "1"));
    cast.awaitRunning(APP, 1);
    cast.awaitSettled();
    var first = Metas.uid(cast.claims().getFirst());
    cast.patch(
        Resource.NODE_POOLS,
        ObjectKey.cluster(POOL),
        "{spec: {template: {spec: {expireAfter: Never}}}}");

    scene.await(
        "the first claim has expired",
        Duration.ofMinutes(4),
        () -> cast.claims().stream().noneMatch(claim -> Metas.uid(claim).equals(first)));
    cast.awaitRunning(APP, 1);
    cast.awaitSettled();
    close(cast);
  }

  /// A budget that never lets a pod go holds the drain up until the node's grace period is over.
  private static void budgetHoldsDrain(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(POOL);
    pool.withObject("/spec/template/spec").put("terminationGracePeriod", "60s");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 1, "1"));
    cast.create(Resource.POD_DISRUPTION_BUDGETS, Trees.budget(APP, "0"));
    cast.awaitRunning(APP, 1);
    cast.awaitSettled();
    var pod = Metas.uid(cast.pods(APP).getFirst());

    cast.delete(Resource.NODE_CLAIMS, Metas.key(cast.claims().getFirst()));
    scene.pass(Duration.ofSeconds(30));
    cast.expect(
        "the pod is still there",
        () -> cast.pods(APP).stream().anyMatch(p -> Metas.uid(p).equals(pod) && Cast.runs(p)));

    scene.await(
        "the pod has gone",
        Duration.ofMinutes(2),
        () -> cast.pods(APP).stream().noneMatch(p -> Metas.uid(p).equals(pod)));
    cast.awaitRunning(APP, 1);
    cast.awaitSettled();
    cast.curtain();
    cast.delete(Resource.POD_DISRUPTION_BUDGETS, DEPLOYMENT);
    close(cast);
  }

  private static void operatorKilled(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "5s");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 4, "1500m"));
    cast.awaitClaims("one for each pod", 4);
    scene.restartOperator();
    scene.pass(Duration.ofSeconds(1));
    scene.restartOperator();

    cast.awaitRunning(APP, 4);
    cast.awaitSettled();
    cast.expect("no node was bought twice", () -> cast.nodes().size() == 4);
    close(cast);
  }

  private static void watchesLost(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 2, "1500m"));
    scene.restartApiServer();
    cast.awaitRunning(APP, 2);
    scene.restartApiServer();
    cast.scale(APP, 4);
    cast.awaitRunning(APP, 4);
    cast.awaitSettled();
    close(cast);
  }

  /// @param registrationDelay how long a launched node takes to appear; or empty
  static void open(Cast cast, String registrationDelay) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(registrationDelay));
    cast.create(Resource.NODE_POOLS, Trees.pool(POOL));
  }

  static void open(Cast cast, ObjectNode pool) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    cast.create(Resource.NODE_POOLS, pool);
  }

  /// With the pool go its claims, with those their nodes.
  static void close(Cast cast) throws Unreachable, InterruptedException {
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, DEPLOYMENT);
    cast.delete(Resource.NODE_POOLS, ObjectKey.cluster(POOL));
    cast.awaitNothingLeft();
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }
}
