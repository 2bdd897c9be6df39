package karpenter.operator.lifecycle;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/// What a garbage collector may end in one round. One answer that lacks something proves little, so
/// only what two rounds in a row found goes, and only a small share at a time: whatever made a
/// whole fleet look abandoned, somebody has time to notice.
///
/// Owned by one loop that runs one reconcile at a time. Forgetting it costs one round.
///
/// @param <T> what is collected
final class Suspects<T> {
  private static final int LEAST_AT_ONCE = 3;
  private static final int SHARE = 20;

  private final Function<T, String> id;
  private Set<String> before = Set.of();

  Suspects(Function<T, String> id) {
    this.id = id;
  }

  /// @param confirmed what may go now
  /// @param held how many more were confirmed than one round may end
  record Round<T>(List<T> confirmed, int held) {}

  /// @param found what this round found, in a fixed order
  /// @param all how many there are, found or not
  Round<T> next(List<T> found, int all) {
    var confirmed = found.stream().filter(one -> before.contains(id.apply(one))).toList();
    before = found.stream().map(id).collect(Collectors.toUnmodifiableSet());
    int most = Math.min(confirmed.size(), Math.max(LEAST_AT_ONCE, Math.ceilDiv(all, SHARE)));
    return new Round<>(confirmed.subList(0, most), confirmed.size() - most);
  }

  /// Nothing was found, or what was found was not to be trusted.
  void clear() {
    before = Set.of();
  }

  boolean isEmpty() {
    return before.isEmpty();
  }
}
