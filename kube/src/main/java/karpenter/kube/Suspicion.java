package karpenter.kube;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// What one connection shows about the others: where one has gone silent, those that wait for their
/// next request may have gone the same way, and each would cost that request its whole time.
final class Suspicion {
  private final List<Clients> clients = new CopyOnWriteArrayList<>();

  void watch(Clients these) {
    clients.add(these);
  }

  /// A connection failed.
  void arises() {
    clients.forEach(Clients::dropIdle);
  }
}
