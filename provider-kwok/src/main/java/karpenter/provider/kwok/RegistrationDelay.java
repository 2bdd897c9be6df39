package karpenter.provider.kwok;

import java.time.Duration;
import karpenter.api.DurationText;
import karpenter.core.facts.NodeClassFacts;

/// How long a machine takes from its launch to its Node.
final class RegistrationDelay {
  private RegistrationDelay() {}

  static Duration of(NodeClassFacts nodeClass) {
    var text = nodeClass.spec().path("nodeRegistrationDelay").asText("");
    return DurationText.parse(text).orElse(Duration.ZERO);
  }
}
