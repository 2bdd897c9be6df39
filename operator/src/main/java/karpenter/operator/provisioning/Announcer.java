package karpenter.operator.provisioning;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import karpenter.api.CutText;
import karpenter.core.bound.LowerBounds;
import karpenter.core.explain.Explanations;
import karpenter.core.explain.ReasonTree;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.PodSpec;
import karpenter.core.provisioning.EffectiveZone;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.Placement.Unplaced;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.event.EventNote.Pace;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.Metric;
import karpenter.operator.metrics.Metrics.Verdict;
import karpenter.operator.provisioning.Catalogues.Offer;
import karpenter.operator.state.ClusterSnapshot;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells what a pass decided: events, metrics, journal.
///
/// Explaining a pod costs about as much as placing it, so in one pass only the first of each kind
/// are explained, and each pod again only when its last event has grown old.
final class Announcer {
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final String CONTROLLER = "provisioner";
  private static final Duration FAILED_QUIET = Duration.ofMinutes(5);
  private static final Duration POOL_QUIET = Duration.ofMinutes(1);

  /// Different reasons looked for in one pass.
  private static final int MAX_EXPLAINED = 5;

  /// Beyond these the pace of the event would drop them anyway.
  private static final int MAX_NOMINATED = 50;

  /// The longest message the API server takes.
  private static final int MAX_MESSAGE = 1024;

  private static final int MAX_TYPES_NAMED = 5;
  private static final int MAX_OBSERVED = 10_000;

  /// Pods that differ in what they ask for; with more the search for a bound takes too long.
  private static final int MAX_KINDS_FOR_BOUND = 100;

  private final LoopContext context;
  private Map<String, Instant> failed = new HashMap<>();
  private final Set<String> observed = new HashSet<>();
  private String lastBatch = "";

  Announcer(LoopContext context) {
    this.context = context;
  }

  /// Nobody waits.
  void quiet() {
    failed = new HashMap<>();
    context.metrics().set(Metric.SCHEDULER_IGNORED_PODS_COUNT, 0);
    context.metrics().set(Metric.SCHEDULER_UNSCHEDULABLE_PODS_COUNT, 0, CONTROLLER);
    context.metrics().replace(Metric.SCHEDULER_PENDING_PODS_BY_EFFECTIVE_ZONE_COUNT, Map.of());
  }

  void nominated(Plan plan, List<Nomination> nominations, Instant now) {
    int told = 0;
    for (var nomination : nominations) {
      context.metrics().planned(nomination.pod().uid(), Verdict.PLACED, now);
      if (told++ < MAX_NOMINATED) {
        context
            .events()
            .tell(
                EventNote.normal(
                        About.of(nomination.pod()),
                        "Nominated",
                        "The pod is expected on " + nomination.place())
                    .atPace(Pace.FIVE_A_SECOND));
      }
    }
  }

  /// @param place such as `nodeclaim/default-x2v5k` or `nodeclaim/default-x2v5k, node/ip-10-0-0-1`
  record Nomination(PodFacts pod, String place) {}

  void unplaced(Plan plan, Instant now) {
    var stillFailed = new HashMap<String, Instant>();
    var reasons = new Reasons(plan);
    int failures = 0;
    for (var unplaced : plan.placement().unplaced()) {
      var pod = plan.pods().get(unplaced.pod().uid());
      // Of a pod that the scheduler has not looked at, its kin tell.
      if (pod == null || unplaced.deferred() || pod.isUntold()) {
        continue;
      }
      failures++;
      context.metrics().planned(pod.uid(), Verdict.UNPLACED, now);
      if (!plan.catalogue().offers().isEmpty()) {
        tellOnce(pod, now, stillFailed, () -> reasons.of(unplaced), plan);
      }
    }
    for (var ignored : plan.ignored()) {
      context.metrics().planned(ignored.pod().uid(), Verdict.UNPLACED, now);
      if (!ignored.reason().isEmpty()) {
        tellOnce(ignored.pod(), now, stillFailed, ignored::reason, plan);
      }
    }
    failed = stillFailed;
    context.metrics().set(Metric.SCHEDULER_IGNORED_PODS_COUNT, plan.ignored().size());
    context.metrics().set(Metric.SCHEDULER_UNSCHEDULABLE_PODS_COUNT, failures, CONTROLLER);
  }

  private void tellOnce(
      PodFacts pod,
      Instant now,
      Map<String, Instant> stillFailed,
      Supplier<String> reason,
      Plan plan) {
    var before = failed.get(pod.uid());
    if (before != null && now.isBefore(before.plus(FAILED_QUIET))) {
      stillFailed.put(pod.uid(), before);
      return;
    }
    stillFailed.put(pod.uid(), now);
    var message = shortened(reason.get());
    context
        .events()
        .tell(EventNote.warning(About.of(pod), "FailedScheduling", message).quietFor(FAILED_QUIET));
    context
        .journal()
        .record(
            new Decision(
                now,
                CONTROLLER,
                "PodUnplaced",
                "Pod/" + pod.fullName(),
                List.of(message),
                new TreeMap<>(),
                plan.snapshot().version()));
  }

  /// Why pods have no place, found once for pods that ask for the same.
  private static final class Reasons {
    private final Plan plan;
    private final Map<PodSpec, String> known = new HashMap<>();

    /// Saves looking into a spec that pods share.
    private final IdentityHashMap<PodSpec, String> knownOfInstance = new IdentityHashMap<>();

    private @Nullable Explanations explanations;

    Reasons(Plan plan) {
      this.plan = plan;
    }

    String of(Unplaced unplaced) {
      var spec = unplaced.pod().spec();
      var reason = knownOfInstance.get(spec);
      if (reason == null) {
        reason = ofEqual(spec, unplaced);
        knownOfInstance.put(spec, reason);
      }
      return reason;
    }

    private String ofEqual(PodSpec spec, Unplaced unplaced) {
      var reason = known.get(spec);
      if (reason != null) {
        return reason;
      }
      if (known.size() >= MAX_EXPLAINED) {
        return "no node can take it, and no NodePool can bring one that could";
      }
      reason = explain(unplaced);
      known.put(spec, reason);
      return reason;
    }

    private String explain(Unplaced unplaced) {
      var found = explanations;
      if (found == null) {
        found = Explanations.of(plan.problem(), plan.placement(), plan.catalogue().compiled());
        explanations = found;
      }
      return found.explainRefusals(unplaced.pod()).tree().reasons().stream()
          .map(Announcer::flat)
          .collect(Collectors.joining("; "));
    }
  }

  private static String flat(ReasonTree tree) {
    return tree.reasons().isEmpty()
        ? tree.sentence()
        : tree.sentence()
            + ": "
            + tree.reasons().stream().map(Announcer::flat).collect(Collectors.joining(", "));
  }

  private static String shortened(String message) {
    return message.length() <= MAX_MESSAGE ? message : CutText.at(message, MAX_MESSAGE - 1, "…");
  }

  void created(Plan plan, NewNode node, String claim, Instant now) {
    context
        .metrics()
        .count(
            Metric.NODECLAIMS_CREATED_TOTAL,
            "provisioned",
            node.pool(),
            Boolean.toString(node.minValuesRelaxed()));
    LOG.atInfo()
        .addKeyValue("NodePool", node.pool())
        .addKeyValue("NodeClaim", claim)
        .addKeyValue("requests", node.requests().render())
        .addKeyValue("instance-types", types(node))
        .log("created nodeclaim");
    record(plan, node, claim, now);
  }

  /// What would be created, told once while it stays the same.
  void observed(Plan plan, NewNode node, String claim, Instant now) {
    if (observed.size() >= MAX_OBSERVED) {
      observed.clear();
    }
    if (observed.add(claim + " " + node.requests())) {
      record(plan, node, claim, now);
    }
  }

  private void record(Plan plan, NewNode node, String claim, Instant now) {
    context
        .journal()
        .record(
            new Decision(
                now,
                CONTROLLER,
                "NodeClaimPlanned",
                "NodeClaim/" + claim,
                List.of(
                    "%d %s need a node; the cheapest that suits costs $%.4f/h%s"
                        .formatted(
                            node.pods().size(),
                            node.pods().size() == 1 ? "pod" : "pods",
                            node.price(),
                            node.nodeCost() > 0
                                ? " + node cost $%.4f/h".formatted(node.nodeCost())
                                : "")),
                details(node),
                plan.snapshot().version()));
  }

  private static SortedMap<String, String> details(NewNode node) {
    var details = new TreeMap<String, String>();
    details.put("nodePool", node.pool());
    details.put("pods", Integer.toString(node.pods().size()));
    details.put("price", Double.toString(node.price()));
    if (node.nodeCost() > 0) {
      details.put("nodeCost", Double.toString(node.nodeCost()));
    }
    details.put("requests", node.requests().render());
    details.put("types", types(node));
    return details;
  }

  private static String types(NewNode node) {
    var named =
        node.types().stream()
            .limit(MAX_TYPES_NAMED)
            .map(TypeChoice::type)
            .collect(Collectors.joining(", "));
    int others = node.types().size() - MAX_TYPES_NAMED;
    return others > 0 ? named + " and " + others + " other(s)" : named;
  }

  void refused(NewNode node, String reason) {
    LOG.atWarn()
        .addKeyValue("NodePool", node.pool())
        .addKeyValue("pods", node.pods().size())
        .addKeyValue("reason", reason)
        .log("did not create nodeclaim");
  }

  /// Pools that can buy nothing.
  void uselessPools(Plan plan) {
    var useful = plan.catalogue().compiled().pools();
    for (Offer offer : plan.catalogue().offers().values()) {
      if (!useful.contains(offer.pool().name())) {
        context
            .events()
            .tell(
                EventNote.warning(
                        About.of(offer.state().facts()),
                        "NoCompatibleInstanceTypes",
                        shortened(whyUseless(offer)))
                    .quietFor(POOL_QUIET));
      }
    }
  }

  private static String whyUseless(Offer offer) {
    if (!offer.unknown().isEmpty()) {
      return "its instance types are not known: " + offer.unknown();
    }
    return offer.pool().requirements().hasMinValues()
        ? "no instance types meet its requirements and their minValues together"
        : "no instance type that can be had meets its requirements";
  }

  /// A scrape that comes now finds a plan being made.
  void begins(ClusterSnapshot snapshot) {
    var id = Long.toString(snapshot.version());
    int depth = snapshot.provisionable().size();
    context.metrics().set(Metric.SCHEDULER_QUEUE_DEPTH, depth, CONTROLLER, id);
    context.metrics().set(Metric.SCHEDULER_UNFINISHED_WORK_SECONDS, 0, CONTROLLER, id);
  }

  void ends(ClusterSnapshot snapshot) {
    var id = Long.toString(snapshot.version());
    context.metrics().remove(Metric.SCHEDULER_QUEUE_DEPTH, CONTROLLER, id);
    context.metrics().remove(Metric.SCHEDULER_UNFINISHED_WORK_SECONDS, CONTROLLER, id);
  }

  void figures(Plan plan, Duration took) {
    context
        .metrics()
        .observe(Metric.SCHEDULER_SCHEDULING_DURATION_SECONDS, took.toNanos() / 1e9, CONTROLLER);
    var zoneOf = new IdentityHashMap<PodSpec, String>();
    var zones = new TreeMap<String, Double>();
    for (var pod : plan.problem().pending()) {
      if (plan.pods().containsKey(pod.uid())) {
        zones.merge(zoneOf.computeIfAbsent(pod.spec(), EffectiveZone::of), 1.0, Double::sum);
      }
    }
    var series = new HashMap<List<String>, Double>();
    zones.forEach((zone, count) -> series.put(List.of(CONTROLLER, zone), count));
    context.metrics().replace(Metric.SCHEDULER_PENDING_PODS_BY_EFFECTIVE_ZONE_COUNT, series);
  }

  void planned(Plan plan, Duration took, Instant now) {
    var nodes = plan.placement().newNodes();
    if (nodes.isEmpty()) {
      return;
    }
    int pods = nodes.stream().mapToInt(node -> node.pods().size()).sum();
    LOG.atInfo()
        .addKeyValue("nodeclaims", nodes.size())
        .addKeyValue("pods", pods)
        .addKeyValue("duration", took)
        .log("computed new nodeclaim(s) to fit pod(s)");
    var details = new TreeMap<String, String>();
    details.put("nodeClaims", Integer.toString(nodes.size()));
    details.put("pods", Integer.toString(pods));
    details.put("price", Double.toString(plan.placement().price()));
    double nodeCost = nodes.stream().mapToDouble(NewNode::nodeCost).sum();
    if (nodeCost > 0) {
      details.put("nodeCost", Double.toString(nodeCost));
    }
    var reason = gap(plan);
    var batch = details + reason;
    if (!batch.equals(lastBatch)) {
      lastBatch = batch;
      context
          .journal()
          .record(
              new Decision(
                  now,
                  CONTROLLER,
                  "BatchPlanned",
                  "Cluster",
                  List.of(reason),
                  details,
                  plan.snapshot().version()));
    }
  }

  /// How far the plan may be from the cheapest one.
  private static String gap(Plan plan) {
    var kinds = Collections.newSetFromMap(new IdentityHashMap<PodSpec, Boolean>());
    plan.problem().pending().forEach(pod -> kinds.add(pod.spec()));
    // Equal specs are one kind, though a reader may have made them two objects.
    boolean areTooMany =
        kinds.size() > MAX_KINDS_FOR_BOUND && new HashSet<>(kinds).size() > MAX_KINDS_FOR_BOUND;
    return areTooMany
        ? "how little would do was not looked for: there are too many kinds of pods"
        : LowerBounds.quick(plan.problem(), plan.placement()).gapSentence();
  }
}
