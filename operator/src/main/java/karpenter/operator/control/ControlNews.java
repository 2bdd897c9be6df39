package karpenter.operator.control;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.disruption.control.ControlStatus;
import karpenter.core.disruption.control.DriftProgress;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What users hear about a pool's controls.
final class ControlNews {
  private static final Logger LOG = LoggerFactory.getLogger(ControlStatusLoop.NAME);
  private static final List<String> TYPES =
      List.of(ControlStatus.VALID, ControlStatus.DRIFT_APPROVED, ControlStatus.SPOT_BREAKER);

  private final LoopContext context;

  ControlNews(LoopContext context) {
    this.context = context;
  }

  /// What became different about its conditions.
  void told(PoolFacts before, PoolFacts after) {
    for (var type : TYPES) {
      var was = before.conditions().find(type);
      var is = after.conditions().find(type);
      if (is.isPresent() && !was.map(ControlNews::words).equals(is.map(ControlNews::words))) {
        tell(after, is.get());
      }
    }
  }

  private static String words(Condition condition) {
    return condition.status() + condition.reason() + condition.message();
  }

  private void tell(PoolFacts pool, Condition condition) {
    var about = About.of(pool);
    var message = condition.message().isEmpty() ? condition.reason() : condition.message();
    context
        .events()
        .tell(
            condition.isTrue()
                ? EventNote.normal(about, condition.type(), message)
                : EventNote.warning(about, condition.type(), message));
    LOG.atInfo()
        .addKeyValue("NodePool", Map.of("name", pool.name()))
        .addKeyValue("condition", condition.type())
        .addKeyValue("status", condition.status().text())
        .addKeyValue("reason", condition.reason())
        .addKeyValue("message", condition.message())
        .log("controls of the nodepool stand differently");
    record(pool, condition.type() + condition.reason(), message);
  }

  void wave(PoolFacts pool, Optional<DriftProgress> before, DriftProgress after) {
    boolean isNew =
        before.isEmpty()
            || before.get().wave() != after.wave()
            || !before.get().approval().equals(after.approval())
            || !before.get().halted().equals(after.halted());
    if (isNew) {
      record(
          pool,
          after.halted().isPresent() ? "DriftHalted" : "DriftWaveBegun",
          after
              .halted()
              .orElseGet(
                  () ->
                      "Wave %d begins; %d of %d nodes were taken before it"
                          .formatted(after.wave() + 1, after.started(), after.nodes())));
    }
  }

  private void record(PoolFacts pool, String kind, String reason) {
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                ControlStatusLoop.NAME,
                kind,
                "NodePool/" + pool.name(),
                List.of(reason),
                new TreeMap<>(),
                context.state().snapshot().version()));
  }
}
