package karpenter.operator.termination;

import java.util.Optional;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.Protection;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;

/// What a pod's owner hears about its `karpenter.sh/do-not-disrupt` annotation.
public final class ProtectionNews {
  private ProtectionNews() {}

  public static Optional<EventNote> of(PodFacts pod, Protection protection) {
    var about = About.of(pod);
    return switch (protection) {
      case Protection.None _, Protection.ForEver _, Protection.UntilStartedFor _ ->
          Optional.empty();
      case Protection.Until(var end) ->
          Optional.of(
              EventNote.normal(
                      about, "DoNotDisruptUntil", "The pod is not to be disrupted until " + end)
                  .dedupedBy(pod.uid(), end.toString()));
      case Protection.Elapsed(var end) ->
          Optional.of(
              EventNote.normal(
                  about,
                  "DoNotDisruptGracePeriodElapsed",
                  "The pod may be disrupted: its protection ended at " + end));
      case Protection.Unclear(var text) ->
          Optional.of(
              EventNote.warning(
                      about,
                      "InvalidDoNotDisruptAnnotation",
                      "karpenter.sh/do-not-disrupt is \"%s\", which protects nothing: it must be true"
                              .formatted(text)
                          + " or a positive duration such as 90s or 1h30m")
                  .dedupedBy(pod.uid(), text));
    };
  }
}
