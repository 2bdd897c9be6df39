package karpenter.operator.state;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Objects that are gone, so that late news of them does not bring them back. The oldest are
/// forgotten: news is late by seconds, and thousands do not go within those.
final class Tombstones {
  static final int MAX_KEPT = 20_000;

  private record Grave(Resource resource, ObjectKey key) {}

  private record Buried(String uid, String version) {}

  private final Map<Grave, Buried> graves = new LinkedHashMap<>();

  void bury(Resource resource, Sighting last) {
    var grave = new Grave(resource, last.key());
    var before = Optional.ofNullable(graves.remove(grave));
    // A deletion of our own may come without a version; what is known of the name still holds.
    var version =
        before
            .map(Buried::version)
            .filter(known -> last.version().isEmpty() || !Versions.isNewer(last.version(), known))
            .orElse(last.version());
    graves.put(grave, new Buried(last.uid(), version));
    if (graves.size() > MAX_KEPT) {
      graves.remove(graves.keySet().iterator().next());
    }
  }

  /// Whether this is late news of an object that is gone. Its name may be another object's by now.
  boolean covers(Resource resource, Sighting news) {
    var buried = graves.get(new Grave(resource, news.key()));
    return buried != null
        && (buried.uid().equals(news.uid()) || !Versions.isNewer(news.version(), buried.version()));
  }
}
