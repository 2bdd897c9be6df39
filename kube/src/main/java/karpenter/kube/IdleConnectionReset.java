package karpenter.kube;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Drops idle connections when another connection fails: they may have gone silent as well, and
/// each would cost its next request the whole time limit.
final class IdleConnectionReset {
  private final List<Clients> clients = new CopyOnWriteArrayList<>();

  void watch(Clients these) {
    clients.add(these);
  }

  void connectionFailed() {
    clients.forEach(Clients::dropIdle);
  }
}
