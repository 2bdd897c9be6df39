package karpenter.operator.disruption;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.disruption.Assessment;
import karpenter.core.disruption.Balanced;
import karpenter.core.disruption.Budgets;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Consolidation;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.Validation.Rejected;
import karpenter.core.disruption.Wording;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.Metric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is heard of decisions about disruption: events, figures, logs and the journal.
final class DisruptionNews {
  private static final Logger LOG = LoggerFactory.getLogger(DisruptionLoop.NAME);
  private static final Duration BUDGET_QUIET = Duration.ofMinutes(1);
  private static final Duration UNCONSOLIDATABLE_QUIET = Duration.ofMinutes(15);

  private final LoopContext context;
  private Map<String, List<String>> budgetProblems = new HashMap<>();

  DisruptionNews(LoopContext context) {
    this.context = context;
  }

  /// What budgets allow, and which of them allow nothing.
  void budgets(Sight sight) {
    var allowed = new HashMap<List<String>, Double>();
    var problems = new HashMap<String, List<String>>();
    for (var name : sight.pools()) {
      var pool = sight.around().pools().get(name);
      if (pool == null) {
        continue;
      }
      var wrong = Budgets.problems(pool);
      if (!wrong.isEmpty()) {
        problems.put(name, wrong);
        if (!wrong.equals(budgetProblems.get(name))) {
          unreadable(pool, wrong);
        }
      }
      for (var reason : Reason.values()) {
        var share = sight.allowances(reason).pools().get(name);
        int most = share == null ? 0 : share.allowed();
        allowed.put(List.of(name, reason.label()), (double) most);
        if (most == 0 && sight.count(name).total() != 0) {
          blocked(pool, reason);
        }
      }
    }
    budgetProblems = problems;
    context.metrics().replace(Metric.NODEPOOLS_ALLOWED_DISRUPTIONS, allowed);
  }

  private void unreadable(PoolFacts pool, List<String> wrong) {
    LOG.atError()
        .addKeyValue("NodePool", Map.of("name", pool.name()))
        .addKeyValue("error", String.join("; ", wrong))
        .log("budgets cannot be read, so nothing of this nodepool is disrupted");
    record("BudgetsUnreadable", "NodePool/" + pool.name(), wrong, new TreeMap<>());
  }

  private void blocked(PoolFacts pool, Reason reason) {
    tell(
        EventNote.normal(
                About.of(pool),
                "DisruptionBlocked",
                "No disruptions of kind %s are allowed by the budgets".formatted(reason.wire()))
            .dedupedBy(pool.meta().uid(), reason.wire())
            .quietFor(BUDGET_QUIET));
  }

  void eligible(Reason reason, int nodes) {
    context.metrics().set(Metric.VOLUNTARY_DISRUPTION_ELIGIBLE_NODES, nodes, reason.label());
  }

  void evaluated(Method method, Duration took) {
    context
        .metrics()
        .observe(
            Metric.VOLUNTARY_DISRUPTION_DECISION_EVALUATION_DURATION_SECONDS,
            took.toNanos() / 1e9,
            method.reason().label(),
            method.consolidationType());
  }

  /// Something stands in a node's way that its owner may want to know of.
  void blocked(Assessment node, Obstacle obstacle) {
    switch (obstacle.telling()) {
      case SILENT -> {}
      case BLOCKED ->
          onNode(node, "DisruptionBlocked", obstacle.sentence(), EventNote.STANDARD_QUIET);
      case UNCONSOLIDATABLE ->
          onNode(node, "Unconsolidatable", obstacle.sentence(), UNCONSOLIDATABLE_QUIET);
    }
  }

  private void onNode(Assessment node, String reason, String message, Duration quiet) {
    node.state()
        .node()
        .ifPresent(n -> tell(EventNote.normal(About.of(n), reason, message).quietFor(quiet)));
    node.state()
        .claim()
        .ifPresent(c -> tell(EventNote.normal(About.of(c), reason, message).quietFor(quiet)));
  }

  /// The limit of work left nodes out of a pass.
  void leftOut(Method method) {
    context
        .metrics()
        .count(
            Metric.VOLUNTARY_DISRUPTION_CONSOLIDATION_TIMEOUTS_TOTAL, method.consolidationType());
  }

  /// A command waits to be checked again.
  ///
  /// @param reachedLimit whether the search for it ended at its limit of work
  void parked(Command command, boolean reachedLimit) {
    LOG.atDebug()
        .addKeyValue("command", command.sentence())
        .addKeyValue("reason", command.method().reason().label())
        .log("found a disruption, looking again soon");
    var details = details(command);
    if (reachedLimit) {
      details.put("search", "limit reached");
    }
    record("CommandParked", subject(command), List.of(command.sentence()), details);
    if (command.method().isConsolidation() && !command.replacements().isEmpty()) {
      for (var candidate : command.candidates()) {
        onCandidate(candidate, "ConsolidationCandidate", command.sentence(), command.sentence());
      }
    }
  }

  /// Empty nodes that are not any more, or that something else holds.
  void dropped(Command command, int failures, List<String> claims) {
    context
        .metrics()
        .add(
            Metric.VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL,
            failures,
            command.method().consolidationType());
    LOG.atDebug()
        .addKeyValue("NodeClaims", claims)
        .log("nodes are no longer empty or no longer free to go");
    record(
        "CommandReduced",
        subject(command),
        List.of("No longer empty, or no longer free to go: " + String.join(", ", claims)),
        details(command));
  }

  void rejected(Command command, Rejected why) {
    context
        .metrics()
        .count(
            Metric.VOLUNTARY_DISRUPTION_FAILED_VALIDATIONS_TOTAL,
            command.method().consolidationType());
    LOG.atDebug()
        .addKeyValue("command", command.sentence())
        .addKeyValue("reason", why.why().word())
        .addKeyValue("error", why.sentence())
        .log("abandoning a disruption, the cluster has changed");
    record("CommandRejected", subject(command), List.of(why.sentence()), details(command));
    var message = "%s (%s): %s".formatted(why.sentence(), why.why().word(), command.sentence());
    for (var candidate : command.candidates()) {
      onCandidate(
          candidate, "ConsolidationRejected", message, command.sentence(), why.why().word());
    }
  }

  void refused(Command command, String reason) {
    LOG.atInfo()
        .addKeyValue("command", command.sentence())
        .addKeyValue("error", reason)
        .log("a disruption could not begin");
    record("CommandRefused", subject(command), List.of(reason), details(command));
  }

  /// A move that a score approved, or would not.
  ///
  /// @param scores by pool, of those that score
  void scored(
      List<Candidate> candidates, SortedMap<String, Balanced.Score> scores, boolean isApproved) {
    var pools = new TreeMap<String, PoolFacts>();
    candidates.forEach(candidate -> pools.put(candidate.pool().name(), candidate.pool()));
    pools.forEach(
        (name, pool) -> {
          var policy = pool.consolidationPolicy();
          context.metrics().count(Metric.CONSOLIDATION_MOVES_TOTAL, word(isApproved), name, policy);
          var score = scores.get(name);
          if (score != null && policy.equals(Consolidation.BALANCED)) {
            context
                .metrics()
                .observe(
                    Metric.CONSOLIDATION_SCORE,
                    score.value(),
                    word(score.isEnough()),
                    name,
                    policy);
            if (score.isEnough() && isApproved) {
              approved(candidates, pool, score);
            }
          }
        });
  }

  private static String word(boolean isApproved) {
    return isApproved ? "approved" : "rejected";
  }

  private void approved(List<Candidate> candidates, PoolFacts pool, Balanced.Score score) {
    var message =
        "Score %s reaches %s (k=%d): saves %s%% of the cost for %s%% of the disruption"
            .formatted(
                Wording.number(score.value()),
                Wording.number(Balanced.THRESHOLD),
                Balanced.K,
                Wording.number(score.savings() * 100),
                Wording.number(score.disruption() * 100));
    if (candidates.size() == 1) {
      onCandidate(candidates.getFirst(), "ConsolidationApproved", message);
    } else {
      tell(EventNote.normal(About.of(pool), "ConsolidationApproved", message));
    }
  }

  private void onCandidate(Candidate candidate, String reason, String message, String... dedupe) {
    for (var about : List.of(About.of(candidate.node()), About.of(candidate.claim()))) {
      var values = new String[dedupe.length + 1];
      values[0] = about.uid();
      System.arraycopy(dedupe, 0, values, 1, dedupe.length);
      tell(EventNote.normal(about, reason, message).dedupedBy(values));
    }
  }

  private static String subject(Command command) {
    return "NodeClaim/" + String.join(",", command.names());
  }

  private static SortedMap<String, String> details(Command command) {
    var details = new TreeMap<String, String>();
    details.put("method", command.method().name());
    details.put("decision", command.decision());
    details.put("saving", Double.toString(command.saving()));
    return details;
  }

  private void tell(EventNote note) {
    context.events().tell(note);
  }

  private void record(
      String kind, String subject, List<String> reasons, SortedMap<String, String> details) {
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                DisruptionLoop.NAME,
                kind,
                subject,
                reasons,
                details,
                context.state().snapshot().version()));
  }

  static Optional<Obstacle> told(List<Obstacle> obstacles) {
    return obstacles.stream().filter(o -> o.telling() != Obstacle.Telling.SILENT).findFirst();
  }
}
