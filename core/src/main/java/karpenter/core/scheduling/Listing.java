package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;

/// The rows of a state as a claim lists them: cheapest first, then by name, each type once, at most
/// [NewNode#MAX_TYPES].
final class Listing {
  private final int[] rows;
  private final TypeChoice[] choices;
  private final boolean oneRowPerType;

  Listing(State state, Template template) {
    Integer[] order = new Integer[Bits.count(state.rows)];
    int count = 0;
    for (int r = Bits.first(state.rows); r >= 0; r = Bits.next(state.rows, r + 1)) {
      order[count++] = r;
    }
    Arrays.sort(
        order,
        Comparator.<Integer>comparingDouble(r -> state.price[r])
            .thenComparing(r -> template.rows.get(r).type().name()));
    this.choices = new TypeChoice[count];
    for (int i = 0; i < count; i++) {
      choices[i] = new TypeChoice(template.rows.get(order[i]).type().name(), state.price[order[i]]);
    }
    this.rows = Arrays.stream(order).mapToInt(Integer::intValue).toArray();
    this.oneRowPerType = template.oneRowPerType;
  }

  List<TypeChoice> types(long[] among) {
    TypeChoice[] chosen = new TypeChoice[Math.min(NewNode.MAX_TYPES, rows.length)];
    int count = 0;
    Set<String> seen = oneRowPerType ? Set.of() : new HashSet<>();
    for (int i = 0; i < rows.length && count < chosen.length; i++) {
      if (!Bits.get(among, rows[i])) continue;
      if (oneRowPerType || seen.add(choices[i].type())) chosen[count++] = choices[i];
    }
    return Arrays.asList(count == chosen.length ? chosen : Arrays.copyOf(chosen, count));
  }

  /// Drops the rows of types that would not be listed any more.
  void truncate(long[] among) {
    if (Bits.count(among) <= NewNode.MAX_TYPES) return;
    Set<String> listed = new HashSet<>();
    for (int i = 0; i < rows.length; i++) {
      if (!Bits.get(among, rows[i]) || listed.contains(choices[i].type())) continue;
      if (listed.size() < NewNode.MAX_TYPES) listed.add(choices[i].type());
      else Bits.clear(among, rows[i]);
    }
  }
}
