package karpenter.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Objects that were told before and are not in a new list. A list that is empty or stale by
/// mistake would have us take running machines for orphans, so some of the objects are asked for by
/// name: if one of them is still there, the list is not believed.
final class MissingObjects {
  /// Enough to find out about a list that lacks a tenth of what there is, in nine cases of ten.
  static final int MAX_ASKED = 20;

  private final Http http;
  private final Resource resource;

  MissingObjects(Http http, Resource resource) {
    this.http = http;
    this.resource = resource;
  }

  void confirm(List<ObjectNode> missing) throws Unreachable, InterruptedException {
    int asked = Math.min(missing.size(), MAX_ASKED);
    for (int i = 0; i < asked; i++) {
      // Spread over all of them: what comes first by name often belongs together.
      confirm(missing.get((int) ((long) i * missing.size() / asked)));
    }
  }

  private void confirm(ObjectNode object) throws Unreachable, InterruptedException {
    var metadata = object.path("metadata");
    var key = ObjectKey.of(metadata.path("namespace").asText(), metadata.path("name").asText());
    var reply = http.exchange(Call.get("get", resource, Paths.object(resource, key)));
    if (reply.isNotFound()) {
      return;
    }
    if (!reply.isGood()) {
      throw new Unreachable(
          "the list of %s lacks %s, and asking for it failed: %s"
              .formatted(resource.plural(), key, reply.message()));
    }
    var uid = reply.body().path("metadata").path("uid").asText();
    // Another uid: it was deleted, and somebody made a new one after the list.
    if (uid.isEmpty() || uid.equals(metadata.path("uid").asText())) {
      throw new Unreachable(
          "the list of %s lacks %s, which exists".formatted(resource.plural(), key));
    }
  }
}
