package karpenter.core.device;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What a pod's claims mean on one candidate.
///
/// @param toFind claims that have no devices yet
/// @param fixed from where the devices of the others can be used: all of these must hold
public record Wanted(List<ClaimUse> toFind, List<Reach> fixed) {
  public Wanted {
    toFind = List.copyOf(toFind);
    fixed = List.copyOf(fixed);
  }

  /// The first success of `attempt` at a site from which all fixed devices can be used.
  public <R> @Nullable R within(Site site, Function<Site, @Nullable R> attempt) {
    return within(0, site, attempt);
  }

  private <R> @Nullable R within(int at, Site site, Function<Site, @Nullable R> attempt) {
    if (at == fixed.size()) return attempt.apply(site);
    switch (fixed.get(at)) {
      case Reach.Everywhere() -> {
        return within(at + 1, site, attempt);
      }
      case Reach.OnNode(var node) -> {
        return node.equals(site.nodeName()) ? within(at + 1, site, attempt) : null;
      }
      case Reach.Where(var alternatives) -> {
        for (var alternative : alternatives) {
          Site narrowed = site.narrowed(alternative);
          R found = narrowed == null ? null : within(at + 1, narrowed, attempt);
          if (found != null) return found;
        }
        return null;
      }
    }
  }
}
