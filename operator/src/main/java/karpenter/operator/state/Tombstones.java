package karpenter.operator.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.ResourceVersions;

/// Objects that are gone, so that late news of them does not bring them back. The oldest are
/// forgotten: news is late by seconds, and thousands do not go within those.
final class Tombstones {
  static final int MAX_KEPT = 20_000;

  private record Grave(Resource resource, ObjectKey key) {}

  /// @param isProven a deletion was told or answered; otherwise a list lacked the object
  private record Buried(String uid, String version, boolean isProven) {}

  private final Map<Grave, Buried> graves = new LinkedHashMap<>();

  /// A deletion of the object was told, or answered to us.
  void bury(Resource resource, Sighting last) {
    bury(resource, last, true);
  }

  /// A list lacked the object. Lists have been wrong before, so a later one that has it lifts this.
  void buryMissing(Resource resource, Sighting last) {
    bury(resource, last, false);
  }

  /// The server's history was set back: objects that were deleted may exist again.
  void forget(Resource resource) {
    graves.keySet().removeIf(grave -> grave.resource().equals(resource));
  }

  private void bury(Resource resource, Sighting last, boolean isProven) {
    var grave = new Grave(resource, last.key());
    var before = Optional.ofNullable(graves.remove(grave));
    // A deletion of our own may come without a version; what is known of the name still holds.
    var version =
        before
            .map(Buried::version)
            .filter(
                known ->
                    last.version().isEmpty() || !ResourceVersions.isNewer(last.version(), known))
            .orElse(last.version());
    graves.put(grave, new Buried(last.uid(), version, isProven));
    if (graves.size() > MAX_KEPT) {
      graves.remove(graves.keySet().iterator().next());
    }
  }

  /// Whether this is late news of an object that is gone. Its name may be another object's by now.
  ///
  /// @param isListed the news comes from a list
  boolean covers(Resource resource, Sighting news, boolean isListed) {
    var buried = graves.get(new Grave(resource, news.key()));
    if (buried == null || (isListed && !buried.isProven())) {
      return false;
    }
    return buried.uid().equals(news.uid())
        || !ResourceVersions.isNewer(news.version(), buried.version());
  }
}
