package karpenter.core.scheduling;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.requirement.ValueSet;

/// What the types of a template say of one label key. Many types say the same, so a question about
/// all rows is a few comparisons.
///
/// @param silent the rows whose type does not name the key
record TypeLabels(long[] silent, List<Group> groups) {
  /// The rows whose types say the same.
  record Group(ValueSet set, long[] rows) {}

  static TypeLabels of(String key, List<Row> rows) {
    long[] silent = Bits.none(rows.size());
    Map<ValueSet, long[]> groups = new LinkedHashMap<>();
    for (int row = 0; row < rows.size(); row++) {
      var said = rows.get(row).type().requirements();
      if (!said.has(key)) Bits.set(silent, row);
      else Bits.set(groups.computeIfAbsent(said.get(key), _ -> Bits.none(silent.length * 64)), row);
    }
    return new TypeLabels(
        silent, groups.entrySet().stream().map(e -> new Group(e.getKey(), e.getValue())).toList());
  }

  /// The rows whose type does not contradict `wanted`.
  long[] meeting(ValueSet wanted) {
    long[] rows = silent.clone();
    for (Group group : groups) if (group.set.intersects(wanted)) Bits.or(rows, group.rows);
    return rows;
  }
}
