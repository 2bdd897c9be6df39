package karpenter.kube;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import karpenter.kube.Connection.Header;
import karpenter.kube.Connection.Unusable;

/// The headers with which we act as somebody else.
final class Impersonation {
  private Impersonation() {}

  /// @param user of the kubeconfig, with `as`, `as-uid`, `as-groups` and `as-user-extra`
  static List<Header> headers(ConfigNode user) throws Unusable {
    var headers = new ArrayList<Header>();
    var name = user.headerText("as");
    name.ifPresent(as -> headers.add(new Header("Impersonate-User", as)));
    user.headerText("as-uid").ifPresent(uid -> headers.add(new Header("Impersonate-Uid", uid)));
    for (var group : user.child("as-groups").elements()) {
      group.headerText().ifPresent(text -> headers.add(new Header("Impersonate-Group", text)));
    }
    var extra = user.child("as-user-extra");
    if (extra.isPresent() && !extra.value().isObject()) {
      throw extra.unusable("should be a map of names to lists of texts");
    }
    for (var field : extra.value().properties()) {
      var header = "Impersonate-Extra-" + escaped(field.getKey());
      for (var value : extra.child(field.getKey()).elements()) {
        headers.add(new Header(header, value.headerText().orElse("")));
      }
    }
    if (name.isEmpty() && !headers.isEmpty()) {
      throw user.unusable("has as-uid, as-groups or as-user-extra, but no as");
    }
    return List.copyOf(headers);
  }

  /// The server reads names in lower case and takes `%2f` for a slash.
  private static String escaped(String key) {
    return URLEncoder.encode(key.toLowerCase(Locale.ROOT), StandardCharsets.UTF_8)
        .replace("+", "%20")
        .toLowerCase(Locale.ROOT);
  }
}
