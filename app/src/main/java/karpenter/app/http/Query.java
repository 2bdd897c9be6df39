package karpenter.app.http;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What stands behind the question mark; of a name given twice, the first counts.
///
/// @param path below the page's own, such as `heap` of `/debug/pprof/heap`
public record Query(String path, Map<String, String> values) {
  public Optional<String> find(String name) {
    return Optional.ofNullable(values.get(name));
  }

  static Query of(URI uri, String pagePath) {
    var values = new LinkedHashMap<String, String>();
    var raw = uri.getRawQuery();
    for (var part : (raw == null ? "" : raw).split("&", -1)) {
      int equals = part.indexOf('=');
      if (equals > 0) {
        values.putIfAbsent(decoded(part.substring(0, equals)), decoded(part.substring(equals + 1)));
      }
    }
    var below = uri.getPath().substring(Math.min(pagePath.length(), uri.getPath().length()));
    return new Query(below.startsWith("/") ? below.substring(1) : below, values);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
