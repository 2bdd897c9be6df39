package karpenter.kube;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The proxy that `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` ask for, by the rules of Go's
/// programs.
final class EnvironmentProxy {
  private EnvironmentProxy() {}

  static Optional<ServerProxy> of(Map<String, String> environment, URI server)
      throws Connection.Unusable {
    var names =
        "https".equalsIgnoreCase(server.getScheme())
            ? List.of("HTTPS_PROXY", "https_proxy")
            : List.of("HTTP_PROXY", "http_proxy");
    var host = String.valueOf(server.getHost()).toLowerCase(Locale.ROOT);
    for (var name : names) {
      var value = environment.getOrDefault(name, "");
      if (!value.isEmpty()) {
        return isExcepted(environment, host, port(server))
            ? Optional.empty()
            : Optional.of(ServerProxy.parse("the variable " + name, value));
      }
    }
    return Optional.empty();
  }

  private static int port(URI server) {
    return server.getPort() >= 0
        ? server.getPort()
        : "https".equalsIgnoreCase(server.getScheme()) ? 443 : 80;
  }

  private static boolean isExcepted(Map<String, String> environment, String host, int port) {
    var address = address(host);
    if (host.equals("localhost") || address.map(InetAddress::isLoopbackAddress).orElse(false)) {
      return true;
    }
    var exceptions = environment.getOrDefault("NO_PROXY", environment.getOrDefault("no_proxy", ""));
    for (var entry : exceptions.toLowerCase(Locale.ROOT).split(",", -1)) {
      if (matches(entry.strip(), host, address, port)) {
        return true;
      }
    }
    return false;
  }

  /// `*`, an address, a range of addresses, or a domain; the last with a port or without.
  private static boolean matches(
      String entry, String host, Optional<InetAddress> address, int port) {
    if (entry.isEmpty()) {
      return false;
    }
    if (entry.equals("*")) {
      return true;
    }
    if (entry.contains("/")) {
      return address.isPresent() && isWithin(entry, address.get());
    }
    if (address(entry).isPresent()) {
      return address(entry).equals(address);
    }
    var name = entry;
    int colon = entry.lastIndexOf(':');
    if (colon >= 0 && entry.substring(colon + 1).matches("\\d{1,5}")) {
      if (Integer.parseInt(entry.substring(colon + 1)) != port) {
        return false;
      }
      name = entry.substring(0, colon);
    }
    if (address(name).isPresent()) {
      return address(name).equals(address);
    }
    name = name.startsWith("*.") ? name.substring(1) : name;
    return name.startsWith(".")
        ? host.endsWith(name)
        : host.equals(name) || host.endsWith("." + name);
  }

  private static boolean isWithin(String range, InetAddress address) {
    int slash = range.indexOf('/');
    var network = address(range.substring(0, slash));
    var length = range.substring(slash + 1);
    if (network.isEmpty() || !length.matches("\\d{1,3}")) {
      return false;
    }
    var wanted = network.get().getAddress();
    var found = address.getAddress();
    int bits = Integer.parseInt(length);
    if (wanted.length != found.length || bits > wanted.length * 8) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((wanted[bit / 8] & mask) != (found[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }

  /// Only what is an address already: a name is not looked up.
  private static Optional<InetAddress> address(String host) {
    var bare =
        host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    if (!bare.matches("\\d{1,3}(\\.\\d{1,3}){3}") && !bare.matches("[0-9a-f.]*:[0-9a-f:.]*")) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(bare));
    } catch (UnknownHostException noAddress) {
      return Optional.empty();
    }
  }
}
