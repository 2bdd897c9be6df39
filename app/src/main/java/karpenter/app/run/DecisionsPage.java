package karpenter.app.run;

import java.util.function.Predicate;
import karpenter.app.http.Page;
import karpenter.app.http.Query;
import karpenter.app.http.Reply;
import karpenter.operator.journal.Decision;
import karpenter.operator.journal.DecisionJson;
import karpenter.operator.journal.RingJournal;

/// `/decisions`: the last ones, newest first. `?limit=` says how many; `?subject=` keeps those
/// about an object, as `NodeClaim/default-abc` or a part of that; `?kind=` and `?loop=` keep those
/// of one kind or loop.
record DecisionsPage(RingJournal journal) implements Page {
  private static final int DEFAULT_LIMIT = 100;

  @Override
  public Reply answer(Query query) {
    int limit;
    try {
      limit = query.find("limit").map(Integer::parseInt).orElse(DEFAULT_LIMIT);
    } catch (NumberFormatException e) {
      return Reply.text(
          Reply.BAD_REQUEST,
          "limit: found \"%s\"; expected a number such as 100\n"
              .formatted(query.find("limit").orElse("")));
    }
    var found = journal.latest(limit, wanted(query));
    return Reply.json(
        json -> {
          json.writeStartArray();
          for (var decision : found) {
            DecisionJson.write(decision, json);
          }
          json.writeEndArray();
        });
  }

  private static Predicate<Decision> wanted(Query query) {
    Predicate<Decision> all = _ -> true;
    return query
        .find("subject")
        .map(subject -> all.and(decision -> decision.subject().contains(subject)))
        .orElse(all)
        .and(query.find("kind").map(kind -> is(kind, Decision::kind)).orElse(all))
        .and(query.find("loop").map(loop -> is(loop, Decision::loop)).orElse(all));
  }

  private static Predicate<Decision> is(
      String wanted, java.util.function.Function<Decision, String> field) {
    return decision -> field.apply(decision).equals(wanted);
  }
}
