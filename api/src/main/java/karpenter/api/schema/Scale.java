package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import karpenter.api.Problem;

/// What the scale subresource asks of an object: a server reads its replicas as 32 bits, whatever
/// the schema says.
final class Scale {
  private Scale() {}

  static List<Problem> problems(Crd crd, JsonNode document) {
    var path = crd.replicasPath();
    if (path.isEmpty()) {
      return List.of();
    }
    var replicas = document.at(path.replace('.', '/'));
    boolean isTooLarge =
        replicas.isIntegralNumber()
            && replicas.canConvertToLong()
            && replicas.longValue() > Integer.MAX_VALUE;
    return isTooLarge
        ? List.of(
            Problem.at(path.substring(1))
                .found(Shown.value(replicas))
                .expected("at most " + Integer.MAX_VALUE))
        : List.of();
  }
}
