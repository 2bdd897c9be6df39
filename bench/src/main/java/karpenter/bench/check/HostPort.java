package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A port that a pod takes from its node.
record HostPort(String ip, int port, String protocol) {
  private static final String EVERY_ADDRESS = "0.0.0.0";
  private static final Set<String> WILDCARDS = Set.of(EVERY_ADDRESS, "::");

  boolean conflictsWith(HostPort other) {
    return port == other.port
        && protocol.equals(other.protocol)
        && (ip.equals(other.ip) || WILDCARDS.contains(ip) || WILDCARDS.contains(other.ip));
  }

  /// Sidecars hold their ports as long as containers do.
  static List<HostPort> ofPod(JsonNode spec) {
    var containers = new ArrayList<>(Json.items(spec.path("containers")));
    Json.items(spec.path("initContainers")).stream()
        .filter(PodRequests::isSidecar)
        .forEach(containers::add);
    return containers.stream()
        .flatMap(container -> Json.items(container.path("ports")).stream())
        .filter(port -> port.path("hostPort").asInt() != 0)
        .map(HostPort::read)
        .toList();
  }

  private static HostPort read(JsonNode json) {
    return new HostPort(
        Json.text(json, "hostIP", EVERY_ADDRESS),
        json.path("hostPort").asInt(),
        Json.text(json, "protocol", "TCP"));
  }

  @Override
  public String toString() {
    return ip + ":" + port + "/" + protocol;
  }
}
