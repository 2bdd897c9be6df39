package karpenter.simulator.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Optional;
import karpenter.operator.kube.Answer;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.simulator.kube.Metas;

/// Answers in a few words, for the history.
final class Shown {
  private Shown() {}

  static String of(Object answer) {
    return switch (answer) {
      case Answer.Done(var object) -> "done " + version(object);
      case Answer.Refused(var code, _, var message, _) -> "refused " + code + " " + message;
      case LaunchOutcome.Launched(var instance) -> "launched " + instance.providerId();
      case Collection<?> all -> all.size() + " things";
      case Optional<?> perhaps -> perhaps.isPresent() ? "there" : "not there";
      default -> answer.toString();
    };
  }

  private static String version(ObjectNode object) {
    return Metas.key(object) + "@" + Metas.version(object);
  }
}
