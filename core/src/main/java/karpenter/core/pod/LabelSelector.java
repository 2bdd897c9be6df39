package karpenter.core.pod;

import java.util.Map;
import karpenter.core.requirement.Requirements;

/// Which labelled things are meant. An absent selector means none of them, an empty one all.
public sealed interface LabelSelector {
  record Nothing() implements LabelSelector {}

  record Matching(Requirements labels) implements LabelSelector {}

  LabelSelector NOTHING = new Nothing();
  LabelSelector EVERYTHING = new Matching(Requirements.none());

  static LabelSelector ofLabels(Map<String, String> labels) {
    return new Matching(Requirements.ofLabels(labels));
  }

  default boolean matches(Map<String, String> labels) {
    return switch (this) {
      case Nothing() -> false;
      case Matching(var wanted) -> {
        for (String key : wanted.keys()) {
          String value = labels.get(key);
          var set = wanted.get(key);
          if (value == null ? !set.allowsAbsent() : !set.contains(value)) yield false;
        }
        yield true;
      }
    };
  }
}
