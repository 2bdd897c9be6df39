package karpenter.operator.termination;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.api.Labels;
import karpenter.core.facts.NodeFacts;
import karpenter.core.termination.DrainStory;
import karpenter.core.termination.DrainWait;
import karpenter.operator.LoopContext;
import karpenter.operator.metrics.Metric;

/// What holds up the drains that are under way, as a gauge. Safe to use from anywhere; each node is
/// looked at by one at a time.
final class DrainStories {
  private final LoopContext context;
  private final TerminationNews news;
  private final Map<String, Told> told = new ConcurrentHashMap<>();

  /// @param labels of the gauge
  /// @param isSaid it has lasted long enough to be spoken of
  private record Told(DrainStory story, List<String> labels, boolean isSaid) {
    String[] series() {
      return labels.toArray(String[]::new);
    }
  }

  DrainStories(LoopContext context, TerminationNews news) {
    this.context = context;
    this.news = news;
  }

  /// @param message what the claim's condition says
  DrainStory look(NodeFacts node, List<DrainWait> waits, String message) {
    var now = context.clock().instant();
    var before = Optional.ofNullable(told.get(node.name()));
    var story = DrainStory.of(waits, message, before.map(Told::story), now);
    if (story.held().isEmpty()) {
      forget(node.name());
      return story;
    }
    var labels =
        List.of(
            node.name(), node.meta().label(Labels.NODE_POOL), story.held().orElseThrow().kind());
    var same = before.filter(b -> b.story().equals(story));
    if (same.isEmpty()) {
      forget(node.name());
    }
    boolean isSaid = story.message(now).equals(story.sentence());
    if (isSaid && same.filter(Told::isSaid).isEmpty()) {
      news.blocked(node, story);
    }
    var current = new Told(story, labels, isSaid);
    told.put(node.name(), current);
    var since = Duration.between(story.since(), now);
    context
        .metrics()
        .set(Metric.DRAIN_BLOCKED_SECONDS, since.toMillis() / 1000.0, current.series());
    return story;
  }

  void forget(String node) {
    var before = told.remove(node);
    if (before != null) {
      context.metrics().remove(Metric.DRAIN_BLOCKED_SECONDS, before.series());
    }
  }
}
