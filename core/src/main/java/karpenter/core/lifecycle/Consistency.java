package karpenter.core.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.resource.Resources;

/// Whether a machine is as large as its provider said (spec 02 §1.12). Tells; nothing acts on it.
public final class Consistency {
  public static final String CHECK_FAILED = "ConsistencyCheckFailed";

  /// The kernel and firmware keep some memory for themselves; a tenth is more than that.
  private static final int LEAST_PERCENT = 90;

  private Consistency() {}

  /// A resource of which there is less than expected.
  public record Shortfall(String resource, long expected, long found) {
    public String sentence() {
      return String.format(
          Locale.ROOT,
          "%s: the node has %s where %s were promised (%.1f%%)",
          resource,
          amount(resource, found),
          amount(resource, expected),
          100.0 * found / expected);
    }

    private static String amount(String resource, long amount) {
      return String.valueOf(Resources.none().with(resource, amount).toQuantities().get(resource));
    }
  }

  public static List<Shortfall> shortfalls(ClaimFacts claim, NodeFacts node) {
    if (claim.meta().isDeleting() || !claim.is(ClaimFacts.INITIALIZED)) {
      return List.of();
    }
    return claim.requests().names().stream()
        .filter(name -> claim.requests().get(name) != 0 && claim.capacity().get(name) != 0)
        .map(name -> new Shortfall(name, claim.capacity().get(name), node.capacity().get(name)))
        .filter(s -> s.found() / (double) s.expected() * 100 < LEAST_PERCENT)
        .toList();
  }

  public static ClaimFacts told(ClaimFacts claim, List<Shortfall> shortfalls, Instant now) {
    return shortfalls.isEmpty()
        ? claim.setTrue(ClaimFacts.CONSISTENT_STATE_FOUND, now)
        : claim.setFalse(
            ClaimFacts.CONSISTENT_STATE_FOUND,
            CHECK_FAILED,
            shortfalls.stream().map(Shortfall::sentence).collect(Collectors.joining("; ")),
            now);
  }
}
