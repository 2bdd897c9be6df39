package karpenter.core.requirement;

import java.util.ArrayList;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.stream.Collectors;
import karpenter.core.requirement.ValueSet.AllExcept;
import karpenter.core.requirement.ValueSet.Only;

/// Requirements as they appear in events and logs (spec 01 §3.6): `key In [a b] minValues 2`.
final class Rendering {
  // An instance-type requirement easily lists hundreds; the first few tell the reader which kind.
  private static final int MAX_VALUES = 5;

  private Rendering() {}

  static String of(String key, ValueSet set, OptionalInt minValues) {
    var text = key + " " + of(set);
    return minValues.isPresent() ? text + " minValues " + minValues.getAsInt() : text;
  }

  static String of(ValueSet set) {
    return switch (set) {
      case Only only -> of(only);
      case AllExcept all -> of(all);
    };
  }

  private static String of(Only only) {
    if (only.values().isEmpty()) {
      return only.orAbsent() ? "DoesNotExist" : "contradictory";
    }
    var text = "In " + list(only.values());
    return only.orAbsent() ? text + " or absent" : text;
  }

  private static String of(AllExcept all) {
    var text = new StringBuilder(operator(all));
    all.bounds().min().ifPresent(min -> text.append(" >=").append(min));
    all.bounds().max().ifPresent(max -> text.append(" <=").append(max));
    if (all.bounds().isBounded() && all.orAbsent()) {
      text.append(" or absent");
    }
    return text.toString();
  }

  private static String operator(AllExcept all) {
    if (all.excluded().isEmpty()) {
      return all.orAbsent() && !all.bounds().isBounded() ? "any" : "Exists";
    }
    // Bounds say by themselves that the label must exist; a bare NotIn says the opposite.
    var mustExist = !all.orAbsent() && !all.bounds().isBounded();
    return (mustExist ? "Exists NotIn " : "NotIn ") + list(all.excluded());
  }

  private static String list(SortedSet<String> values) {
    var shown = values.stream().limit(MAX_VALUES).collect(Collectors.toCollection(ArrayList::new));
    if (values.size() > MAX_VALUES) {
      shown.add("and %d others".formatted(values.size() - MAX_VALUES));
    }
    return shown.stream().collect(Collectors.joining(" ", "[", "]"));
  }
}
