package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import karpenter.core.disruption.Verdict;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.simulator.kube.Metas;

/// Writes down what comes of a story while it is played. What is there when the curtain falls, once
/// nothing is on its way out any more, is how it leaves the cluster; how it cleans up is not told.
public final class Chronicle implements Scene, WatchSink {
  private static final Duration UNTIL_QUIET = Duration.ofMinutes(3);

  private static final Duration LOOK = Duration.ofMillis(200);
  private static final int MOST_LOOKS = 300;

  private final Scene scene;
  private final Findings findings;
  private final Told told = new Told();
  private final Set<String> staticPools = new HashSet<>();
  private final Map<String, ClaimStory> claims = new LinkedHashMap<>();
  private List<String> end = List.of();
  private List<String> found = List.of();
  private boolean isOver;

  /// What is known of one claim.
  private record ClaimStory(Outcome.Created made, String verdict) {}

  private Chronicle(Scene scene, Findings findings) {
    this.scene = scene;
    this.findings = findings;
  }

  /// Plays the story and tells what came of it.
  ///
  /// @param verdicts what the operator last found out about every node, by claim name
  public static Outcome of(
      Scenario story, Scene scene, Supplier<? extends Map<String, Verdict>> verdicts)
      throws Unreachable, InterruptedException {
    var chronicle = new Chronicle(scene, new Findings(scene, verdicts));
    try (var _ = scene.kube().watch(Resource.NODE_CLAIMS, chronicle)) {
      story.play(chronicle);
      chronicle.curtain();
    }
    return chronicle.outcome();
  }

  private synchronized Outcome outcome() {
    return new Outcome(
        claims.values().stream().map(ClaimStory::made).toList(),
        claims.values().stream()
            .map(c -> new Outcome.Verdict(c.made().pool(), c.made().reason(), c.verdict()))
            .toList(),
        end,
        found);
  }

  /// Everything has come to rest, and nothing that follows counts.
  @Override
  public void curtain() throws Unreachable, InterruptedException {
    if (isOver) {
      return;
    }
    scene.await("nothing is on its way out any more", UNTIL_QUIET, this::isQuiet);
    found = findings.sentences();
    awaitNews();
    synchronized (this) {
      isOver = true;
    }
    end = new EndState(scene.kube()).sentences();
  }

  /// Of claims that came and of claims that went: a watch may be late.
  private void awaitNews() throws Unreachable, InterruptedException {
    var there = new HashSet<String>();
    for (var claim : scene.kube().list(Resource.NODE_CLAIMS, "")) {
      there.add(Metas.uid(claim));
      changed(Resource.NODE_CLAIMS, claim, false);
    }
    for (int looks = 0; looks < MOST_LOOKS && !there.containsAll(staying()); looks++) {
      scene.pass(LOOK);
    }
  }

  private synchronized Set<String> staying() {
    var staying = new HashSet<String>();
    claims.forEach(
        (uid, claim) -> {
          if (claim.verdict().equals("stays")) {
            staying.add(uid);
          }
        });
    return staying;
  }

  private boolean isQuiet() throws Unreachable, InterruptedException {
    var all = new ArrayList<ObjectNode>();
    all.addAll(scene.kube().list(Resource.NODE_CLAIMS, ""));
    all.addAll(scene.kube().list(Resource.NODES, ""));
    all.addAll(scene.kube().list(Resource.PODS, "default"));
    return all.stream().noneMatch(Metas::isTerminating);
  }

  @Override
  public synchronized void changed(Resource resource, ObjectNode claim, boolean isReplayed) {
    if (isOver) {
      return;
    }
    var known = claims.get(Metas.uid(claim));
    var made = known == null ? made(claim) : known.made();
    var verdict = known == null ? "stays" : known.verdict();
    if (Metas.isTerminating(claim) && verdict.equals("stays")) {
      verdict = isNamed(claim, "candidates") ? annotation(claim, "method") : "deleted";
    }
    claims.put(Metas.uid(claim), new ClaimStory(made, verdict));
  }

  private Outcome.Created made(ObjectNode claim) {
    var pool = claim.at("/metadata/labels/karpenter.sh~1nodepool").asText();
    var types = new ArrayList<String>();
    for (var requirement : claim.at("/spec/requirements")) {
      if (requirement.path("key").asText().equals("node.kubernetes.io/instance-type")) {
        requirement.path("values").forEach(value -> types.add(value.asText()));
      }
    }
    return new Outcome.Created(pool, types, reason(claim, pool));
  }

  private String reason(ObjectNode claim, String pool) {
    if (isNamed(claim, "replacements")) {
      return annotation(claim, "method");
    }
    if (pool.isEmpty()) {
      return "by hand";
    }
    return staticPools.contains(pool) ? "static" : "provisioned";
  }

  private static boolean isNamed(JsonNode claim, String role) {
    return List.of(annotation(claim, role).split(",")).contains(Metas.key(claim).name());
  }

  private static String annotation(JsonNode claim, String what) {
    return claim.at("/metadata/annotations").path("karpenter-jvm.dev/command-" + what).asText();
  }

  @Override
  public synchronized void gone(Resource resource, ObjectNode claim) {
    if (isOver) {
      return;
    }
    claims.computeIfPresent(
        Metas.uid(claim),
        (_, known) ->
            known.verdict().equals("stays") ? new ClaimStory(known.made(), "deleted") : known);
  }

  @Override
  public void synced(Resource resource) {}

  @Override
  public void interrupted(Resource resource, String reason) {}

  @Override
  public Kube kube() {
    return told;
  }

  @Override
  public Instant now() {
    return scene.now();
  }

  @Override
  public void await(String what, Duration atMost, Condition condition)
      throws Unreachable, InterruptedException {
    scene.await(what, atMost, condition);
  }

  @Override
  public void pass(Duration time) throws InterruptedException {
    scene.pass(time);
  }

  @Override
  public void restartOperator() throws InterruptedException {
    scene.restartOperator();
  }

  @Override
  public void restartApiServer() throws InterruptedException {
    scene.restartApiServer();
  }

  /// The cluster, as the story has it.
  private final class Told implements Kube {
    @Override
    public Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
      return scene.kube().get(resource, key);
    }

    @Override
    public List<ObjectNode> list(Resource resource, String namespace)
        throws Unreachable, InterruptedException {
      return scene.kube().list(resource, namespace);
    }

    @Override
    public Answer create(Resource resource, ObjectNode object)
        throws Unreachable, InterruptedException {
      if (resource.equals(Resource.NODE_POOLS) && object.path("spec").has("replicas")) {
        synchronized (Chronicle.this) {
          staticPools.add(Metas.key(object).name());
        }
      }
      return scene.kube().create(resource, object);
    }

    @Override
    public Answer patch(Resource resource, ObjectKey key, Patch patch)
        throws Unreachable, InterruptedException {
      return scene.kube().patch(resource, key, patch);
    }

    @Override
    public Answer replace(Resource resource, ObjectKey key, ObjectNode object)
        throws Unreachable, InterruptedException {
      return scene.kube().replace(resource, key, object);
    }

    @Override
    public Answer delete(Resource resource, ObjectKey key, Deletion deletion)
        throws Unreachable, InterruptedException {
      return scene.kube().delete(resource, key, deletion);
    }

    @Override
    public Eviction evict(ObjectKey pod, String uid) throws Unreachable, InterruptedException {
      return scene.kube().evict(pod, uid);
    }

    @Override
    public Watch watch(Resource resource, WatchSink sink) {
      return scene.kube().watch(resource, sink);
    }
  }
}
