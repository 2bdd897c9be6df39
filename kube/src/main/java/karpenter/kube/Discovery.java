package karpenter.kube;

import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;

/// Which kinds the server serves, as it says itself.
///
/// A 404 for a list does not prove that a kind is not served: a proxy in between, a wrong path
/// prefix or an aggregated API that is down answer the same. Only a complete discovery document
/// without the kind proves it; anything else is [Unreachable].
final class Discovery {
  private final Http http;

  Discovery(Http http) {
    this.http = http;
  }

  boolean serves(Resource resource) throws Unreachable, InterruptedException {
    var path = Paths.version(resource);
    var reply = http.exchange(Call.get("get", resource, path));
    if (reply.code() == 404 && !resource.group().isEmpty()) {
      return servesGroupVersion(resource);
    }
    return expect(reply, path, "APIResourceList")
        .body()
        .path("resources")
        .valueStream()
        .anyMatch(one -> one.path("name").asText().equals(resource.plural()));
  }

  /// Asked after the version's own document was answered with 404, so the only good answer is no.
  private boolean servesGroupVersion(Resource resource) throws Unreachable, InterruptedException {
    var groups = expect(http.exchange(Call.get("get", resource, "/apis")), "/apis", "APIGroupList");
    boolean isListed =
        groups
            .body()
            .path("groups")
            .valueStream()
            .flatMap(group -> group.path("versions").valueStream())
            .anyMatch(one -> one.path("groupVersion").asText().equals(resource.apiVersion()));
    if (isListed) {
      throw new Unreachable(
          "the server lists %s and answers HTTP 404 for it".formatted(resource.apiVersion()));
    }
    return false;
  }

  private static Reply expect(Reply reply, String path, String kind) throws Unreachable {
    if (!reply.isGood()) {
      throw reply.unreachable();
    }
    if (!reply.body().path("kind").asText().equals(kind)) {
      throw new Unreachable("%s was answered without an %s".formatted(path, kind));
    }
    return reply;
  }
}
