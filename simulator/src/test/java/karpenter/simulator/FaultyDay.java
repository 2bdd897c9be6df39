package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.catalog.Offering;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.cloud.SimulatedCloud;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.Fault;
import karpenter.simulator.port.Faults;
import karpenter.simulator.port.Killer;
import karpenter.simulator.port.PortCall;

/// One day, as a seed has it: a cluster comes up, then trouble of every kind comes at random hours,
/// while users scale and roll out; then all trouble ends, and an hour later everything must be
/// well.
final class FaultyDay implements Faults {
  private static final Duration UP = Duration.ofMinutes(25);
  private static final Duration TROUBLE = Duration.ofMinutes(22 * 60);
  private static final Duration DAY = Duration.ofHours(24);
  private static final Duration REST = Duration.ofHours(1);

  /// As long as a spot market gives.
  private static final Duration NOTICE = Duration.ofMinutes(2);

  private static final List<Resource> KINDS =
      List.of(Resource.PODS, Resource.NODES, Resource.NODE_CLAIMS, Resource.NODE_POOLS);

  /// How long a dead connection goes unnoticed.
  private static final int UNNOTICED_MILLIS = 45_000;

  private final SimulatedCluster cluster;
  private final SimulatedCloud cloud;
  private final SplittableRandom random;
  private final Trap trap;
  private final FaultyCluster users;
  private final StartsJudge starts;
  private final DeletionsJudge deletions;
  private final PromiseJudge promises;
  private final MarksJudge marks;
  private final EndJudge end;
  private final BlindJudge blind;
  private final NamesJudge names;
  private final TreeMap<String, Integer> seen = new TreeMap<>();
  private final Set<String> ill = new HashSet<>();
  private final Set<String> excused = new HashSet<>();
  private final List<Faults> windows = new ArrayList<>();
  private final long begin;

  /// Kills the operator at a point nobody chose.
  static final class Trap implements Killer {
    private int left = -1;

    @Override
    public boolean strikes(int point, PortCall call) {
      return left >= 0 && left-- == 0;
    }

    void set(int points) {
      left = points;
    }
  }

  /// What came of a day.
  record Played(List<String> wrong, List<String> history, Map<String, Integer> seen) {}

  static Played of(int seed, int nodes) {
    var random = new SplittableRandom(seed);
    var calm = Circumstances.calm(seed);
    var trap = new Trap();
    var circumstances =
        new Circumstances(
            seed,
            calm.start(),
            Duration.ofMillis(500 + random.nextInt(10_000)),
            Duration.ofMillis(random.nextInt(3) == 0 ? 400 : 50),
            calm.faults(),
            trap,
            Duration.ofSeconds(2 + random.nextInt(20)));
    try (var stage = Stage.CLOUD.open(circumstances)) {
      var day = new FaultyDay(stage, random, nodes, trap);
      day.play();
      return new Played(day.violations(), stage.cluster().history().lines(), day.seen());
    }
  }

  private FaultyDay(Stage.Played played, SplittableRandom random, int nodes, Trap trap) {
    this.cluster = played.cluster();
    this.cloud = played.cloud();
    this.random = random;
    this.trap = trap;
    this.users = new FaultyCluster(cluster.kube(), random.split(), nodes);
    this.starts = StartsJudge.withoutPrices(cluster);
    this.deletions = new DeletionsJudge(cluster, this, this::isLost);
    this.promises = new PromiseJudge(cluster);
    this.marks = new MarksJudge(cluster);
    this.end = new EndJudge(cluster, cloud);
    this.blind = new BlindJudge(cluster, this::isLost);
    this.names = new NamesJudge(cluster);
    this.begin = cluster.timeline().ticks();
    cluster.kubelets().silence(this::isSilent);
  }

  private List<String> violations() {
    var wrong = new ArrayList<String>();
    add(wrong, "StartsJudge", starts.violations());
    add(wrong, "DeletionsJudge", deletions.violations());
    add(wrong, "PromiseJudge", promises.violations());
    add(wrong, "MarksJudge", marks.violations());
    add(wrong, "EndJudge", end.violations());
    add(wrong, "BlindJudge", blind.violations());
    add(wrong, "NamesJudge", names.violations());
    return wrong;
  }

  private static void add(List<String> wrong, String judge, List<String> violations) {
    violations.forEach(violation -> wrong.add(judge + ": " + violation));
  }

  private Map<String, Integer> seen() {
    starts.nodesByMethod().forEach((what, count) -> seen.merge(what, count, Integer::sum));
    deletions.seen().forEach((what, count) -> seen.merge(what, count, Integer::sum));
    seen.merge("lives", cluster.lives(), Integer::sum);
    seen.merge("machines", cloud.launched(), Integer::sum);
    return seen;
  }

  private void play() {
    users.open();
    pass(UP);
    count("nodes at first", cluster.kube().view(Resource.NODES).size());
    int incidents = 25 + random.nextInt(20);
    var times = new ArrayList<Long>();
    for (int i = 0; i < incidents; i++) {
      times.add(random.nextLong(UP.toNanos(), TROUBLE.toNanos()));
    }
    times.sort(null);
    for (long time : times) {
      cluster.timeline().runUntil(begin + time);
      marks.look();
      end.lookAtLaunches();
      // What follows a violation proves nothing.
      if (!violations().isEmpty()) {
        return;
      }
      happen(Trouble.any(random));
    }
    pass(TROUBLE);
    calm();
    pass(TROUBLE.plus(REST));
    marks.lookAtLast();
    end.look();
    pass(DAY);
  }

  /// Until so long after the beginning.
  private void pass(Duration time) {
    cluster.timeline().runUntil(begin + time.toNanos());
  }

  private void happen(Trouble trouble) {
    count(trouble.name(), 1);
    cluster.history().add(cluster.timeline().ticks(), "trouble: " + trouble);
    switch (trouble) {
      case API -> during(minutes(10), Faults.random(random.nextLong(), 20 + random.nextInt(200)));
      case THROTTLING ->
          during(minutes(20), Faults.throttling(random.nextLong(), 200 + random.nextInt(700)));
      case WATCHES_CUT -> cluster.restartApiServer();
      case KIND_NOT_SERVED -> tempt();
      case SILENT_WATCHES -> silence();
      case SET_BACK -> setBack();
      case TWO_LEADERS -> cluster.takeOver(Duration.ofMillis(random.nextInt(1, 2000)));
      case KILLED -> cluster.restartOperator();
      case KILLED_IN_MID_CALL -> trap.set(random.nextInt(200));
      case CLOUD_HANGS -> hang();
      case CLOCK -> jump();
      case SOLD_OUT -> sellOut();
      case LAUNCH_FAILURES -> cloud.refuse(1 + random.nextInt(5));
      case LAUNCHES_UNHEARD -> loseAnswers();
      case EDITED_IN_VAIN -> editInVain();
      case STILLBORN -> cloud.stillborn(1 + random.nextInt(3));
      case ILL -> some(1 + random.nextInt(3)).forEach(this::fallIll);
      case LOST -> some(1 + random.nextInt(2)).forEach(this::lose);
      case INTERRUPTED -> some(1 + random.nextInt(5)).forEach(this::interrupt);
      case PRICES -> {
        var noise = random.split();
        cloud.reprice((_, offering) -> offering.price() * (0.7 + 0.6 * noise.nextDouble()));
      }
      case OVERLOOKED -> cloud.overlook(1 + random.nextInt(6));
      case SCHEDULER_DOWN -> stopScheduler();
      case SCALED -> users.scale();
      case BOUNCED -> bounce();
      case ROLLED_OUT -> users.rollOut();
      case POOL_EDITED -> users.editPool();
      case BUDGETS_EDITED -> users.editBudgets();
      case DELETED_BY_HAND -> deleteByHand();
    }
  }

  private void calm() {
    cluster.history().add(cluster.timeline().ticks(), "all trouble ends");
    KINDS.forEach(this::serve);
    windows.clear();
    trap.set(-1);
    cloud.sellOut((_, _) -> false);
    cloud.refuse(0);
    cloud.stillborn(0);
    cloud.overlook(0);
    cluster.controlPlane().resume("scheduler");
    ill.clear();
    cluster.kubelets().silence(this::isSilent);
    end.rest();
  }

  private Resource kind() {
    return KINDS.get(random.nextInt(KINDS.size()));
  }

  /// Whoever goes on by a frozen view has a reason to end nodes: some look empty, some drifted.
  private void tempt() {
    Runnable back = users.scaleDown();
    if (random.nextBoolean()) {
      users.editSide();
    }
    cluster.pass(Duration.ofSeconds(random.nextInt(5, 30)));
    stopServing(kind());
    cluster.timeline().after(Duration.ofSeconds(random.nextInt(1, 120)), back);
  }

  /// Lists and watches of the kind are answered with 404; what is known of it stays as it was.
  private void stopServing(Resource kind) {
    cluster.kube().stopServing(kind);
    blind.lost(kind);
    if (kind.equals(Resource.PODS)) {
      promises.podsAreLost();
    }
    if (kind.equals(Resource.NODE_POOLS)) {
      starts.poolsAreLost();
    }
    windows.add(new Unlisted(kind));
    cluster.timeline().after(minutes(20), () -> serve(kind));
  }

  private void serve(Resource kind) {
    windows.remove(new Unlisted(kind));
    cluster.kube().serve(kind);
    blind.found(kind);
  }

  private record Unlisted(Resource kind) implements Faults {
    @Override
    public Optional<Fault> strike(PortCall call) {
      return call.port() == PortCall.Port.KUBE
              && call.verb().equals("list")
              && call.about().startsWith(kind.plural())
          ? Optional.of(new Fault.NotSent())
          : Optional.empty();
    }
  }

  /// Connections are dead, and it takes some time until anybody notices.
  private void silence() {
    var kinds = random.nextBoolean() ? List.of(kind()) : List.of(Resource.PODS, Resource.NODES);
    kinds.forEach(cluster.kube()::silenceWatches);
    var unnoticed = Duration.ofMillis(random.nextInt(1, UNNOTICED_MILLIS));
    if (kinds.contains(Resource.PODS)) {
      promises.podsAreSilentFor(unnoticed);
    }
    cluster.timeline().after(unnoticed, () -> kinds.forEach(cluster.kube()::noticeSilence));
  }

  /// Some calls to the cloud are never answered. A launch among them may be done all the same, when
  /// its claim has been launched again or is gone.
  private void hang() {
    var lots = random.split();
    int share = 2 + random.nextInt(5);
    during(
        minutes(20),
        call -> {
          if (call.port() != PortCall.Port.CLOUD || lots.nextInt(share) > 0) {
            return Optional.empty();
          }
          return Optional.of(
              call.verb().equals("launch") && lots.nextBoolean()
                  ? new Fault.HangsAndIsDone(Duration.ofMinutes(3 + lots.nextInt(18)))
                  : new Fault.Hangs());
        });
    users.scaleUp();
  }

  /// A copy of the database is restored; not while part of it cannot be read.
  private void setBack() {
    if (KINDS.stream().allMatch(cluster.kube()::isServed)) {
      cluster.kube().setBack();
    }
  }

  private void during(Duration time, Faults faults) {
    windows.add(faults);
    cluster.timeline().after(time, () -> windows.remove(faults));
  }

  @Override
  public Optional<Fault> strike(PortCall call) {
    for (var window : windows) {
      var fault = window.strike(call);
      if (fault.isPresent()) {
        return fault;
      }
    }
    return end.strike(call).or(() -> blind.strike(call));
  }

  private void jump() {
    starts.look();
    deletions.clockIsSet();
    cluster.jump(Duration.ofSeconds(random.nextInt(-600, 600)));
    starts.look();
  }

  /// A zone, a way of buying, or everything.
  private void sellOut() {
    switch (random.nextInt(4)) {
      case 0 -> cloud.sellOut((_, _) -> true);
      case 1 -> cloud.sellOut((_, offering) -> isOf(offering, Labels.CAPACITY_TYPE, "spot"));
      default -> {
        var zone = "test-zone-" + (char) ('a' + random.nextInt(4));
        cloud.sellOut((_, offering) -> isOf(offering, Labels.ZONE, zone));
      }
    }
    cluster.timeline().after(minutes(60), () -> cloud.sellOut((_, _) -> false));
  }

  private static boolean isOf(Offering offering, String key, String value) {
    return offering.requirements().get(key).contains(value);
  }

  /// Machines are bought, and nobody hears of it at first.
  private void loseAnswers() {
    var lots = random.split();
    during(
        Duration.ofMinutes(2),
        call ->
            call.port() == PortCall.Port.CLOUD && call.verb().equals("launch") && lots.nextBoolean()
                ? Optional.of(new Fault.AnswerLost())
                : Optional.empty());
    users.scaleUp();
  }

  /// Nodes are to be replaced, and nothing can be had to replace them with.
  private void editInVain() {
    cloud.sellOut((_, _) -> true);
    users.editSide();
    cluster.timeline().after(minutes(15), () -> cloud.sellOut((_, _) -> false));
  }

  /// Pods wait, nodes come for them, and nobody puts them there for a while.
  private void stopScheduler() {
    users.scaleUp();
    cluster.pass(Duration.ofMillis(1500));
    cluster.controlPlane().halt("scheduler");
    cluster
        .timeline()
        .after(
            Duration.ofSeconds(random.nextInt(120, 400)),
            () -> cluster.controlPlane().resume("scheduler"));
  }

  /// Pods go, their nodes are empty and about to go too, and pods come again.
  private void bounce() {
    var back = users.scaleDown();
    cluster.timeline().after(Duration.ofSeconds(random.nextInt(10, 120)), back);
  }

  private List<ObjectNode> some(int count) {
    var nodes = cluster.kube().view(Resource.NODES);
    var some = new ArrayList<ObjectNode>();
    for (int i = 0; i < count && !nodes.isEmpty(); i++) {
      some.add(nodes.get(random.nextInt(nodes.size())));
    }
    return some;
  }

  /// For a while or for good.
  private void fallIll(ObjectNode node) {
    var id = providerId(node);
    ill.add(id);
    excused.add(id);
    cluster.kubelets().silence(this::isSilent);
    if (random.nextInt(3) > 0) {
      cluster
          .timeline()
          .after(
              minutes(40),
              () -> {
                ill.remove(id);
                cluster.kubelets().silence(this::isSilent);
              });
    }
  }

  private void lose(ObjectNode node) {
    excused.add(providerId(node));
    cloud.lose(providerId(node));
    cluster.kubelets().silence(this::isSilent);
  }

  private void interrupt(ObjectNode node) {
    excused.add(providerId(node));
    cloud.interrupt(providerId(node), NOTICE, () -> cluster.kubelets().silence(this::isSilent));
  }

  private void deleteByHand() {
    var resource =
        List.of(Resource.NODE_CLAIMS, Resource.NODE_CLAIMS, Resource.NODES, Resource.PODS)
            .get(random.nextInt(4));
    var objects = cluster.kube().view(resource);
    if (!objects.isEmpty()) {
      var one = objects.get(random.nextInt(objects.size()));
      cluster.kube().delete(resource, Metas.key(one), Deletion.PLAIN);
    }
  }

  private boolean isSilent(JsonNode node) {
    return ill.contains(providerId(node)) || !cloud.has(providerId(node));
  }

  private boolean isLost(JsonNode node) {
    return excused.contains(providerId(node)) || !cloud.has(providerId(node));
  }

  private static String providerId(JsonNode node) {
    return node.path("spec").path("providerID").asText();
  }

  private Duration minutes(int most) {
    return Duration.ofSeconds(random.nextInt(30, most * 60));
  }

  private void count(String what, int times) {
    seen.merge(what, times, Integer::sum);
  }
}
