package karpenter.operator.disruption;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Reason;
import karpenter.core.disruption.command.Failure;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.core.facts.NodeFacts;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.metrics.Metric;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What is heard of commands: events, figures, logs and the journal.
final class CommandNews {
  static final String LOOP = "disruption.queue";
  private static final Logger LOG = LoggerFactory.getLogger(LOOP);
  private static final String COMMAND_ID = "command-id";
  private static final String REASON = "reason";
  private static final String DECISION = "decision";

  /// Commands whose observation is remembered, so that it is told once.
  private static final int MAX_OBSERVED = 1_000;

  private final LoopContext context;
  private final Set<String> observed = new HashSet<>();

  CommandNews(LoopContext context) {
    this.context = context;
  }

  /// What would be done, told once while it stays the same.
  void observed(Command command) {
    if (observed.size() >= MAX_OBSERVED) {
      observed.clear();
    }
    if (observed.add(command.method() + " " + command.names() + " " + command.decision())) {
      record(
          "CommandObserved",
          "Command/" + command.id(),
          List.of("observe mode: decided, and not done"),
          details(command));
    }
  }

  void starting(Command command, CommandRecord record) {
    LOG.atInfo()
        .addKeyValue("command", command.sentence())
        .addKeyValue(COMMAND_ID, record.id())
        .addKeyValue(REASON, command.method().reason().label())
        .addKeyValue(DECISION, command.decision())
        .addKeyValue("disrupted-node-count", command.candidates().size())
        .addKeyValue("replacement-node-count", command.replacements().size())
        .addKeyValue("pod-count", pods(command))
        .log("disrupting node(s)");
    record(
        "CommandStarted", "Command/" + record.id(), List.of(command.sentence()), details(command));
  }

  private static int pods(Command command) {
    return command.candidates().stream().mapToInt(c -> c.reschedulable().size()).sum();
  }

  private static SortedMap<String, String> details(Command command) {
    var details = new TreeMap<String, String>();
    details.put("method", command.method().name());
    details.put(DECISION, command.decision());
    details.put("claims", String.join(",", command.names()));
    details.put("pods", Integer.toString(pods(command)));
    details.put("replacements", Integer.toString(command.replacements().size()));
    details.put("saving", Double.toString(command.saving()));
    return details;
  }

  void created(Command command, List<ClaimFacts> claims) {
    for (var claim : claims) {
      context
          .metrics()
          .count(
              Metric.NODECLAIMS_CREATED_TOTAL,
              command.method().reason().label(),
              ClaimLabels.pool(claim),
              relaxed(claim));
      LOG.atInfo()
          .addKeyValue("NodePool", Map.of("name", ClaimLabels.pool(claim)))
          .addKeyValue("NodeClaim", Map.of("name", claim.name()))
          .log("created nodeclaim");
    }
  }

  private static String relaxed(ClaimFacts claim) {
    return Boolean.toString(claim.meta().annotation(Annotations.MIN_VALUES_RELAXED).equals("true"));
  }

  void started(Command command) {
    var method = command.method();
    var pools = new TreeSet<String>();
    command.candidates().forEach(candidate -> pools.add(candidate.pool().name()));
    for (var pool : pools) {
      context
          .metrics()
          .count(
              Metric.VOLUNTARY_DISRUPTION_DECISIONS_BY_NODEPOOL_TOTAL,
              pool,
              command.decision(),
              method.reason().label(),
              method.consolidationType());
    }
    context
        .metrics()
        .count(
            Metric.VOLUNTARY_DISRUPTION_DECISIONS_TOTAL,
            command.decision(),
            method.reason().label(),
            method.consolidationType());
  }

  void resumed(Entry entry) {
    LOG.atInfo()
        .addKeyValue(COMMAND_ID, entry.id())
        .addKeyValue(REASON, entry.method().reason().label())
        .log("found a command under way");
    record(
        "CommandResumed",
        "Command/" + entry.id(),
        List.of("It was begun before this process led"),
        details(entry));
  }

  void waiting(Entry entry, List<ClaimFacts> replacements) {
    var reason = entry.method().reason().wire();
    for (var claim : replacements) {
      var about = About.of(claim);
      tell(
          EventNote.normal(about, "DisruptionLaunching", "Launching the NodeClaim: " + reason)
              .dedupedBy(claim.meta().uid(), reason));
      tell(
          EventNote.normal(
              about,
              "DisruptionWaitingReadiness",
              "The nodes it replaces go when it is initialized"));
    }
  }

  void terminating(Entry entry, ClaimFacts claim, Optional<NodeFacts> node) {
    var reason = entry.method().reason();
    node.ifPresent(
        n ->
            tell(
                EventNote.normal(
                        About.of(n),
                        "DisruptionTerminating",
                        "Disrupting the Node: " + reason.wire())
                    .dedupedBy(n.meta().uid(), reason.wire())));
    tell(
        EventNote.normal(
                About.of(claim),
                "DisruptionTerminating",
                "Disrupting the NodeClaim: " + reason.wire())
            .dedupedBy(claim.meta().uid(), reason.wire()));
    var labels = labels(reason, claim);
    context.metrics().count(Metric.NODECLAIMS_DISRUPTED_TOTAL, labels);
    context.metrics().add(Metric.PODS_DISRUPTION_INITIATED_TOTAL, (double) moving(node), labels);
    LOG.atInfo()
        .addKeyValue(COMMAND_ID, entry.id())
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .addKeyValue(REASON, reason.label())
        .log("deleting nodeclaim");
    record(
        "ClaimDisrupted",
        "NodeClaim/" + claim.name(),
        List.of("%s, as command %s decided".formatted(reason.wire(), entry.id())),
        details(entry));
  }

  private String[] labels(Reason reason, ClaimFacts claim) {
    var pool = ClaimLabels.pool(claim);
    var policy =
        reason == Reason.DRIFTED
            ? ""
            : context
                .state()
                .snapshot()
                .pool(pool)
                .map(p -> ClaimLabels.snakeCase(p.facts().consolidationPolicy()))
                .orElse("");
    return new String[] {
      reason.label(),
      pool,
      claim.meta().label(Labels.CAPACITY_TYPE),
      policy,
      ClaimLabels.terminationMode(claim)
    };
  }

  private long moving(Optional<NodeFacts> node) {
    return node.stream()
        .flatMap(n -> context.state().snapshot().podsOn(n.name()).stream())
        .filter(PodPredicates::isReschedulable)
        .count();
  }

  void succeeded(Entry entry) {
    LOG.atDebug().addKeyValue(COMMAND_ID, entry.id()).log("command succeeded");
    record(
        "CommandSucceeded",
        "Command/" + entry.id(),
        List.of("All its nodes are being terminated"),
        details(entry));
  }

  /// @param missing replacements that were not initialized
  void failed(Entry entry, Failure failure, long missing) {
    var method = entry.method();
    if (failure.isCounted()) {
      // A command that deletes only, and fails, is one failure too.
      context
          .metrics()
          .add(
              Metric.VOLUNTARY_DISRUPTION_QUEUE_FAILURES_TOTAL,
              Math.max(1, missing),
              entry.decision(),
              method.reason().label(),
              method.consolidationType());
    }
    LOG.atError()
        .addKeyValue(COMMAND_ID, entry.id())
        .addKeyValue(REASON, method.reason().label())
        .addKeyValue("error", failure.sentence())
        .log("failed terminating nodes while executing a disruption command");
    record("CommandFailed", "Command/" + entry.id(), List.of(failure.sentence()), details(entry));
  }

  void rolledBack(Entry entry, Failure failure) {
    record(
        "CommandRolledBack", "Command/" + entry.id(), List.of(failure.sentence()), details(entry));
  }

  void cleaned(ClaimFacts claim) {
    LOG.atInfo()
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .log("removed marks of a disruption that nobody carries out");
    record(
        "MarksRemoved",
        "NodeClaim/" + claim.name(),
        List.of("It was marked for a disruption, and no command is under way for it"),
        new TreeMap<>());
  }

  private static SortedMap<String, String> details(Entry entry) {
    var details = new TreeMap<String, String>();
    details.put("method", entry.method().name());
    details.put(DECISION, entry.decision());
    details.put("claims", String.join(",", entry.record().candidates()));
    details.put("replacements", String.join(",", entry.record().replacements()));
    details.put("started", entry.record().started().toString());
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
                LOOP,
                kind,
                subject,
                reasons,
                details,
                context.state().snapshot().version()));
  }
}
