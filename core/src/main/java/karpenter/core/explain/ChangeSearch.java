package karpenter.core.explain;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.core.explain.Help.Helps;
import karpenter.core.explain.Help.NoSingleChangeHelps;
import karpenter.core.explain.Help.SearchEnded;
import org.jspecify.annotations.Nullable;

/// Looks for the smallest single change that gives a pod a place.
///
/// Every kind of change that could matter is an *offer*: one change, or a scale of them from mild
/// to strong. Offers are taken by the size of their mildest change; on a scale the mildest that
/// helps is found by halving. The search is over when no offer left can be smaller than what was
/// found.
final class ChangeSearch {
  /// Enough for every constraint of an ordinary pod and a few scales.
  static final int MAX_SOLVES = 96;

  private final Verifier verifier;
  private @Nullable Helps trade;

  /// @param scale changes of one kind, mildest first
  record Offer(List<Change> scale) {
    Offer {
      scale = List.copyOf(scale);
    }

    static Offer of(Change change) {
      return new Offer(List.of(change));
    }

    double least() {
      return ChangeSizes.of(scale.getFirst());
    }
  }

  ChangeSearch(Verifier verifier) {
    this.verifier = verifier;
  }

  Help search(List<Offer> offers) {
    var sorted =
        offers.stream()
            .filter(offer -> !offer.scale().isEmpty())
            .sorted(Comparator.comparingDouble(Offer::least))
            .toList();
    Change best = null;
    for (Offer offer : sorted) {
      if (best != null && ChangeSizes.of(best) <= offer.least()) break;
      Optional<Change> found = mildest(offer.scale());
      if (found.isEmpty()) continue;
      if (best == null || ChangeSizes.of(found.get()) < ChangeSizes.of(best)) best = found.get();
    }
    if (best != null) return new Helps(best, List.of(), verifier.solves());
    if (trade != null) return new Helps(trade.change(), trade.displaced(), verifier.solves());
    return verifier.isExhausted()
        ? new SearchEnded(verifier.solves())
        : new NoSingleChangeHelps(verifier.solves());
  }

  /// The mildest change that helps, taking it that whatever is stronger helps too. What is returned
  /// was itself tried.
  private Optional<Change> mildest(List<Change> scale) {
    if (!isHarmless(scale.getLast())) return Optional.empty();
    int low = 0;
    int high = scale.size() - 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (isHarmless(scale.get(middle))) high = middle;
      else low = middle + 1;
    }
    return Optional.of(scale.get(high));
  }

  /// Whether the change helps and takes no other pod's place. One that does is remembered, in case
  /// nothing better is found.
  private boolean isHarmless(Change change) {
    var outcome = verifier.tryOut(change);
    if (outcome.isHarmless()) return true;
    boolean isSmaller = trade == null || ChangeSizes.of(change) < ChangeSizes.of(trade.change());
    if (outcome.places() && isSmaller) trade = new Helps(change, outcome.displaced(), 0);
    return false;
  }
}
