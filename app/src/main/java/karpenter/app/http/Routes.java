package karpenter.app.http;

import java.util.Comparator;
import java.util.Map;
import java.util.Optional;

/// Which page answers a request, or why none does.
///
/// @param actions what changes something: for POST, and not for pages of other sites
/// @param audience who may ask
record Routes(Map<String, Page> pages, Map<String, Page> actions, Audience audience) {
  /// Who may ask.
  enum Audience {
    ANYBODY,
    /// Whoever calls the server by a name of this machine itself. A web page from elsewhere can
    /// make its own name point here; the browser then sends that name as the host.
    THIS_MACHINE
  }

  /// @param port the server's own
  Page page(RequestHead request, int port) {
    if (audience == Audience.THIS_MACHINE && !isLocal(request.header("host").orElse(""), port)) {
      return refusing(Reply.FORBIDDEN, "expected the host localhost:" + port);
    }
    var action = find(actions, request.path());
    if (action.isPresent()) {
      return refusal(request).orElseGet(() -> action.get().getValue());
    }
    if (!request.method().equals("GET") && !request.isHead()) {
      return refusing(Reply.WRONG_METHOD, "expected GET");
    }
    return find(pages, request.path())
        .<Page>map(Map.Entry::getValue)
        .orElseGet(() -> refusing(Reply.NOT_FOUND, "nothing here"));
  }

  Query query(RequestHead request) {
    var entry = find(actions, request.path()).or(() -> find(pages, request.path()));
    return Query.of(request.uri(), entry.map(Map.Entry::getKey).orElse(""));
  }

  /// A path that ends in a slash also answers for everything below it.
  private static Optional<Map.Entry<String, Page>> find(Map<String, Page> pages, String path) {
    return pages.entrySet().stream()
        .filter(
            e ->
                e.getKey().equals(path)
                    || (e.getKey().endsWith("/") && path.startsWith(e.getKey())))
        .max(Comparator.comparingInt(e -> e.getKey().length()));
  }

  /// A browser names the site whose page sends a request; whatever else sends one, is the user.
  private static Optional<Page> refusal(RequestHead request) {
    if (!request.method().equals("POST")) {
      return Optional.of(refusing(Reply.WRONG_METHOD, "only POST changes anything"));
    }
    var origin = request.header("origin");
    var own = "http://" + request.header("host").orElse("");
    return origin.isEmpty() || origin.get().equals(own)
        ? Optional.empty()
        : Optional.of(refusing(Reply.FORBIDDEN, "this is not for other sites"));
  }

  private static boolean isLocal(String host, int port) {
    var suffix = ":" + port;
    if (!host.endsWith(suffix)) {
      return false;
    }
    var name = host.substring(0, host.length() - suffix.length());
    return name.equalsIgnoreCase("localhost") || name.equals("127.0.0.1") || name.equals("[::1]");
  }

  private static Page refusing(int status, String why) {
    return _ -> Reply.text(status, why + "\n");
  }
}
