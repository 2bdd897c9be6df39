package karpenter.operator.provisioning;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// What was made of each node last time. Nodes come in the same order again and again, so most are
/// found where they were; from the first that is not, all are looked for by name.
public final class Recall<T> {
  private final List<? extends @Nullable T> made;
  private final Function<T, String> naming;
  private @Nullable Map<String, T> byName;

  /// @param made null for a node nothing was made of
  public Recall(List<? extends @Nullable T> made, Function<T, String> naming) {
    this.made = made;
    this.naming = naming;
  }

  /// @param place where the node is this time
  public @Nullable T find(int place, String name) {
    if (byName == null) {
      var there = place < made.size() ? made.get(place) : null;
      if (there != null && naming.apply(there).equals(name)) {
        return there;
      }
      byName = new HashMap<>(2 * made.size());
      for (var one : made) {
        if (one != null) {
          byName.put(naming.apply(one), one);
        }
      }
    }
    return byName.get(name);
  }
}
