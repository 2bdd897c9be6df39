package karpenter.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Where the API server keeps things.
final class Paths {
  private Paths() {}

  /// @param namespace empty for all of them
  static String collection(Resource resource, String namespace) {
    var within =
        resource.isNamespaced() && !namespace.isEmpty() ? "/namespaces/" + segment(namespace) : "";
    return version(resource) + within + "/" + resource.plural();
  }

  /// Where the server lists what it serves of the resource's group and version.
  static String version(Resource resource) {
    var root = resource.group().isEmpty() ? "/api/" : "/apis/" + resource.group() + "/";
    return root + resource.version();
  }

  static String object(Resource resource, ObjectKey key) {
    return collection(resource, key.namespace()) + "/" + segment(key.name());
  }

  static String query(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String segment(String name) {
    // Names may hold few characters that need it, but one that comes from outside is not to be
    // trusted with a path.
    return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
