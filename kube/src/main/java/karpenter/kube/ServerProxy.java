package karpenter.kube;

import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/// A proxy through which the API server is reached.
///
/// @param isSocks SOCKS 5, where the proxy looks up the server's name; else HTTP's CONNECT
/// @param authorization what the proxy wants to see
public record ServerProxy(boolean isSocks, String host, int port, Optional<String> authorization) {

  private static final int MAX_PORT = 65_535;

  /// @param where in which field or variable the address was found
  static ServerProxy parse(String where, String text) throws Connection.Unusable {
    URI address;
    try {
      // Variables often name only host and port.
      address = URI.create(text.contains("://") ? text : "http://" + text);
    } catch (IllegalArgumentException e) {
      throw new Connection.Unusable(
          "%s is '%s', which is no address: use http://host:port".formatted(where, shown(text)), e);
    }
    var scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("socks5") && !scheme.equals("socks5h")) {
      throw new Connection.Unusable(
          "%s is '%s': proxies of the kind %s are not supported, use http:// or socks5://"
              .formatted(where, shown(text), scheme));
    }
    if (address.getHost() == null) {
      throw new Connection.Unusable(
          "%s is '%s', which names no host: use http://host:port".formatted(where, shown(text)));
    }
    if (address.getPort() > MAX_PORT) {
      throw new Connection.Unusable(
          "%s is '%s', whose port is above %d".formatted(where, shown(text), MAX_PORT));
    }
    boolean isSocks = scheme.startsWith("socks");
    var user = Optional.ofNullable(address.getRawUserInfo());
    if (isSocks && user.isPresent()) {
      throw new Connection.Unusable(
          where + ": a user for a SOCKS proxy is not supported, use one without or http://");
    }
    int port = address.getPort() >= 0 ? address.getPort() : isSocks ? 1080 : 80;
    return new ServerProxy(isSocks, address.getHost(), port, user.map(ServerProxy::basic));
  }

  private static String basic(String user) {
    // A name without a password is followed by an empty one.
    var both = URLDecoder.decode(user.replace("+", "%2B"), StandardCharsets.UTF_8);
    var bytes = (both.contains(":") ? both : both + ":").getBytes(StandardCharsets.UTF_8);
    return "Basic " + Base64.getEncoder().encodeToString(bytes);
  }

  /// Passwords are not for messages.
  private static String shown(String text) {
    return text.replaceFirst("(//|^)[^/@]*@", "$1…@");
  }

  /// The password is secret.
  @Override
  public String toString() {
    return (isSocks ? "socks5://" : "http://") + host + ":" + port;
  }
}
