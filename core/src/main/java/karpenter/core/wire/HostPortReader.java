package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.pod.HostPort;

/// Reads the ports a pod takes on its node: those of containers and of sidecars, as the
/// kube-scheduler counts them. (Upstream forgets the sidecars: spec 01 §8.1, C31.)
final class HostPortReader {
  private static final int MAX_PORT = 65_535;
  private static final List<String> PROTOCOLS = List.of("TCP", "UDP", "SCTP");

  private HostPortReader() {}

  static List<HostPort> read(Place spec) {
    boolean onHostNetwork = spec.get("hostNetwork").flag();
    var ports = new ArrayList<HostPort>();
    for (var container : spec.get("containers").items()) {
      add(container, onHostNetwork, ports);
    }
    for (var container : spec.get("initContainers").items()) {
      if (PodRequests.isSidecar(container)) {
        add(container, onHostNetwork, ports);
      }
    }
    return List.copyOf(ports);
  }

  private static void add(Place container, boolean onHostNetwork, List<HostPort> ports) {
    for (var place : container.get("ports").items()) {
      int own = place.get("containerPort").integer(1, MAX_PORT).orElse(0);
      // On the host's network every port is a host port, said or not.
      int taken = place.get("hostPort").integer(0, MAX_PORT).orElse(onHostNetwork ? own : 0);
      var protocol = place.get("protocol").choice(PROTOCOLS).orElse("TCP");
      var port = new HostPort(place.get("hostIP").text(""), taken, protocol);
      if (taken > 0 && !ports.contains(port)) {
        ports.add(port);
      }
    }
  }
}
