package karpenter.app.http;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import karpenter.app.http.HttpConnection.Phase;

/// The connections of one server, oldest first, never more than the limits say. What is dropped to
/// stay below is the oldest that only waits: so a probe gets in however many others hold on.
final class OpenConnections {
  private final Limits limits;
  private final SequencedSet<HttpConnection> open = new LinkedHashSet<>();
  private int crowdedOut;
  private boolean isClosed;

  OpenConnections(Limits limits) {
    this.limits = limits;
  }

  /// Makes room by closing another if need be.
  synchronized void add(HttpConnection connection) {
    if (isClosed) {
      connection.abort();
      return;
    }
    if (open.size() >= limits.connections()) {
      crowdedOut++;
      drop(oldest(Phase.READING).or(() -> oldest(Phase.SENDING)).orElseGet(open::getFirst));
    }
    open.add(connection);
  }

  synchronized void remove(HttpConnection connection) {
    open.remove(connection);
    connection.close();
  }

  /// Says whether there is room for one more answer; one that its client does not take makes room.
  synchronized boolean beginAnswer(HttpConnection connection) {
    if (open.stream().filter(one -> one.phase() != Phase.READING).count() >= limits.answers()) {
      var stalled = oldest(Phase.SENDING);
      if (stalled.isEmpty()) {
        return false;
      }
      crowdedOut++;
      drop(stalled.get());
    }
    connection.answering();
    return true;
  }

  /// Ends those that have waited for their clients for too long.
  synchronized void dropOverdue() {
    List.copyOf(open).stream().filter(HttpConnection::isOverdue).forEach(this::drop);
  }

  /// How many had to make room since the last call.
  synchronized int takeCrowdedOut() {
    int count = crowdedOut;
    crowdedOut = 0;
    return count;
  }

  synchronized void close() {
    isClosed = true;
    List.copyOf(open).forEach(this::drop);
  }

  private void drop(HttpConnection connection) {
    open.remove(connection);
    connection.abort();
  }

  private Optional<HttpConnection> oldest(Phase phase) {
    return open.stream().filter(one -> one.phase() == phase).findFirst();
  }
}
