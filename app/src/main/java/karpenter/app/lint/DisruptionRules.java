package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// When nodes go.
final class DisruptionRules {
  private static final int HASTY_SECONDS = 30;

  private DisruptionRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "never-expires",
            Severity.WARNING,
            "Nodes that live for ever collect known weaknesses.",
            "Set expireAfter, such as 720h; stateful and GPU pools may do without.",
            Source.COURSE.at("7 Pitfalls"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.expireAfter().equals("Never"))
                    .filter(pool -> !pool.isStateful() && !pool.isGpu())
                    .forEach(
                        pool ->
                            sink.at(pool, "spec.template.spec.expireAfter", "nodes never expire"))),
        new Rule(
            "no-disruption-budget",
            Severity.ADVICE,
            "Without budgets ten percent of the nodes may go at once, at any hour.",
            "Set spec.disruption.budgets, with fewer nodes in busy hours.",
            Source.GUIDE.at("9 Disruption Budgets"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> budgets(pool).isMissingNode())
                    .forEach(pool -> sink.at(pool, "spec.disruption", "no budget is set"))),
        new Rule(
            "budget-of-everything",
            Severity.WARNING,
            "A budget of all nodes holds nothing back.",
            "Allow a part of the nodes, such as 10%.",
            Source.GUIDE.at("9 Disruption Budgets"),
            (estate, sink) ->
                estate
                    .pools()
                    .forEach(
                        pool -> {
                          for (int i = 0; i < budgets(pool).size(); i++) {
                            if (budgets(pool).path(i).path("nodes").asText().equals("100%")) {
                              sink.at(
                                  pool,
                                  "spec.disruption.budgets[%d].nodes".formatted(i),
                                  "all nodes may go at once");
                            }
                          }
                        })),
        new Rule(
            "budget-of-nothing",
            Severity.WARNING,
            "A budget of zero without a schedule stops consolidation and drift for good:"
                + " no patch ever reaches the nodes.",
            "Give it a schedule and a duration, or reasons.",
            Source.COURSE.at("3.1 NodePool"),
            (estate, sink) ->
                estate
                    .pools()
                    .forEach(
                        pool -> {
                          for (int i = 0; i < budgets(pool).size(); i++) {
                            var budget = budgets(pool).path(i);
                            if (budget.path("nodes").asText().matches("0%?")
                                && !budget.has("schedule")
                                && !budget.has("reasons")) {
                              sink.at(
                                  pool,
                                  "spec.disruption.budgets[%d].nodes".formatted(i),
                                  "no node may ever go");
                            }
                          }
                        })),
        new Rule(
            "hasty-consolidation",
            Severity.ADVICE,
            "Pods move again before they have settled, and pay for every move.",
            "Set consolidateAfter to a minute or more, and go down from there.",
            Source.INTRODUCTION.at("Best practices, 6"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.consolidatesWithin(HASTY_SECONDS))
                    .forEach(
                        pool ->
                            sink.at(
                                pool,
                                "spec.disruption.consolidateAfter",
                                "pods are moved after " + pool.consolidateAfter()))));
  }

  private static JsonNode budgets(Pool pool) {
    return pool.object().at("/spec/disruption/budgets");
  }
}
