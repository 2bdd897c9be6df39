package karpenter.core.lifecycle;

import java.time.Instant;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.resource.CutText;

/// What becomes of a claim when its machine is launched, or is not (spec 02 §1.4).
public final class Launch {
  public static final String FAILED = "LaunchFailed";

  /// A cloud's error can be a page; a condition is read in a terminal.
  private static final int MAX_MESSAGE = 300;

  private Launch() {}

  /// Nobody has said yet whether the machine exists.
  public static boolean isDue(ClaimFacts claim) {
    return claim.conditions().isUnknown(ClaimFacts.LAUNCHED);
  }

  /// Labels the user chose stay; of annotations the provider's stay.
  public static ClaimFacts launched(ClaimFacts claim, Machine machine, Instant now) {
    var labels = new TreeMap<>(machine.labels());
    labels.putAll(claim.meta().labels());
    var annotations = new TreeMap<>(claim.meta().annotations());
    annotations.putAll(machine.annotations());
    return claim
        .withMeta(claim.meta().withLabels(labels).withAnnotations(annotations))
        .withStatus(
            Optional.of(machine.providerId()),
            machine.imageId(),
            claim.nodeName(),
            machine.capacity(),
            machine.allocatable(),
            claim.lastPodEvent(),
            claim.conditions())
        .setTrue(ClaimFacts.LAUNCHED, now);
  }

  public static ClaimFacts failed(ClaimFacts claim, String reason, String message, Instant now) {
    return claim.setUnknown(ClaimFacts.LAUNCHED, reason, shortened(message), now);
  }

  private static String shortened(String message) {
    return CutText.at(message, MAX_MESSAGE, "...");
  }
}
