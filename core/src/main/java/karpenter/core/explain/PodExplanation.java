package karpenter.core.explain;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import karpenter.core.explain.Help.Helps;
import karpenter.core.explain.Help.NoSingleChangeHelps;
import karpenter.core.explain.Help.NotSearched;
import karpenter.core.explain.Help.SearchEnded;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Refusal;
import karpenter.core.scheduling.Refusal.NoTypeFits;
import karpenter.core.scheduling.Trace.Attempt;
import karpenter.core.scheduling.Trace.Candidate;

/// Why a pod has no place, from the pools down to the nearest miss, and what would help.
public record PodExplanation(
    Pod pod,
    boolean deferred,
    List<PoolAnswer> pools,
    List<Folding> existing,
    List<Folding> planned,
    Optional<NearestMiss> nearest,
    Help help) {

  private static final int MAX_DISPLACED = 3;

  public PodExplanation {
    pools = List.copyOf(pools);
    existing = List.copyOf(existing);
    planned = List.copyOf(planned);
  }

  /// What a pool said to each way of satisfying the pod.
  public record PoolAnswer(String pool, List<Attempt> attempts) {}

  public ReasonTree tree() {
    List<ReasonTree> reasons = new ArrayList<>();
    for (PoolAnswer answer : pools) reasons.add(pool(answer));
    if (pools.isEmpty()) reasons.add(ReasonTree.of("There is no NodePool"));
    existing.forEach(folding -> reasons.add(folded(folding, "existing node")));
    planned.forEach(folding -> reasons.add(folded(folding, "planned node")));
    nearest.ifPresent(miss -> reasons.add(nearest(miss)));
    sentence(help).map(ReasonTree::of).ifPresent(reasons::add);
    String head = deferred ? "Pod %s waits for reserved capacity" : "Pod %s has no place";
    return new ReasonTree(head.formatted(pod.fullName()), reasons);
  }

  private ReasonTree pool(PoolAnswer answer) {
    String name = "NodePool " + answer.pool();
    if (answer.attempts().size() == 1) {
      return told(name, sentences(answer.attempts().getFirst().refusals()));
    }
    return new ReasonTree(
        name,
        answer.attempts().stream()
            .map(attempt -> told(way(attempt), sentences(attempt.refusals())))
            .toList());
  }

  private String way(Attempt attempt) {
    List<String> parts = new ArrayList<>();
    if (pod.spec().nodeAlternatives().size() > 1) {
      parts.add("node affinity term " + (attempt.nodeTerm() + 1));
    }
    if (pod.spec().volumeAlternatives().size() > 1) {
      parts.add("volume location " + (attempt.volumeTerm() + 1));
    }
    return parts.isEmpty() ? "As asked" : "By " + String.join(" and ", parts);
  }

  private static ReasonTree folded(Folding folding, String noun) {
    String subject = folding.candidates() + " " + noun + (folding.candidates() == 1 ? "" : "s");
    return told(subject, folding.refusals().stream().map(r -> general(r, folding)).toList());
  }

  /// Counts of types differ between planned nodes; what came closest on them is the same.
  private static String general(Refusal refusal, Folding folding) {
    if (folding.candidates() > 1
        && refusal instanceof NoTypeFits(var survey)
        && survey.nearest().isPresent()) {
      return "no type they may still become fits: the nearest "
          + survey.nearest().get().causes().stream()
              .map(cause -> Sentences.of(cause, 1))
              .collect(Collectors.joining(" and "));
    }
    return Sentences.of(refusal);
  }

  private static ReasonTree nearest(NearestMiss miss) {
    String where =
        switch (miss.candidate()) {
          case Candidate.Existing(var node) -> "node " + node;
          case Candidate.Planned(var index, var pool) ->
              "planned node %d of NodePool %s".formatted(index + 1, pool);
          case Candidate.Fresh(var pool) ->
              miss.type()
                  .map(type -> "a new %s of NodePool %s".formatted(type.type(), pool))
                  .orElse("a new node of NodePool " + pool);
        };
    return told("Nearest miss: " + where, miss.sentences());
  }

  private static ReasonTree told(String subject, List<String> sentences) {
    return sentences.size() == 1
        ? ReasonTree.of(subject + ": " + sentences.getFirst())
        : new ReasonTree(subject, sentences.stream().map(ReasonTree::of).toList());
  }

  private static List<String> sentences(List<Refusal> refusals) {
    return refusals.stream().map(Sentences::of).toList();
  }

  private static String cost(List<String> displaced) {
    String names = displaced.stream().limit(MAX_DISPLACED).collect(Collectors.joining(", "));
    int others = displaced.size() - MAX_DISPLACED;
    return "but %s%s would lose %s"
        .formatted(
            names,
            others > 0 ? " and %d others".formatted(others) : "",
            displaced.size() == 1 ? "its place" : "their places");
  }

  private static Optional<String> sentence(Help help) {
    return switch (help) {
      case Helps(var change, var displaced, _) ->
          Optional.of(
              "Smallest change that would help: "
                  + ChangeSentences.of(change)
                  + (displaced.isEmpty() ? "" : "; " + cost(displaced)));
      case NoSingleChangeHelps(var tried) ->
          Optional.of("No single change would help (%d tried)".formatted(tried));
      case SearchEnded(var tried) ->
          Optional.of(
              "No change that would help was found; the search ended after %d tries"
                  .formatted(tried));
      case NotSearched() -> Optional.empty();
    };
  }
}
