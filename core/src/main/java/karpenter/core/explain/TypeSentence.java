package karpenter.core.explain;

import karpenter.core.scheduling.TypeRefusal;
import karpenter.core.scheduling.TypeSurvey;

/// What one named type lacks. Where an amount is short, it says what there is.
final class TypeSentence {
  private TypeSentence() {}

  static String of(TypeRefusal cause, TypeSurvey.Miss miss) {
    if (cause instanceof TypeRefusal.TooSmall(var resource, _)) {
      for (var shortage : miss.shortages()) {
        if (shortage.resource().equals(resource)) {
          return "%s of %s is asked, %s has %s left for it"
              .formatted(
                  Amounts.of(resource, shortage.asked()),
                  resource,
                  miss.type(),
                  Amounts.of(resource, Math.max(0, shortage.free())));
        }
      }
    }
    return miss.type() + " " + Sentences.of(cause, 1);
  }
}
