package karpenter.app.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// One client's socket, what it is doing, and until when it may. The thread that serves it changes
/// the phase; [OpenConnections] reads it from others, and closes the socket to end a wait.
final class HttpConnection implements AutoCloseable {
  /// In the order in which they are given up when there are too many.
  enum Phase {
    /// Waits for a request, or for the rest of one.
    READING,
    /// Waits for the client to take the answer.
    SENDING,
    /// A page is being made. Its duration is the page's own affair.
    ANSWERING
  }

  /// Most requests take less than half of this.
  private static final int INPUT_BUFFER = 1 << 10;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private volatile Phase phase = Phase.READING;
  private volatile long deadlineNanos;
  private volatile @Nullable Thread thread;

  HttpConnection(Socket socket, Duration limit) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream(), INPUT_BUFFER);
    this.out = socket.getOutputStream();
    this.deadlineNanos = System.nanoTime() + limit.toNanos();
  }

  InputStream in() {
    return in;
  }

  OutputStream out() {
    return out;
  }

  void servedBy(Thread server) {
    thread = server;
  }

  void reading(Duration limit) {
    enter(Phase.READING, limit);
  }

  void sending(Duration limit) {
    enter(Phase.SENDING, limit);
  }

  void answering() {
    phase = Phase.ANSWERING;
  }

  private void enter(Phase next, Duration limit) {
    // The deadline first: an old one must not be held against the new phase.
    deadlineNanos = System.nanoTime() + limit.toNanos();
    phase = next;
  }

  Phase phase() {
    return phase;
  }

  boolean isOverdue() {
    return phase != Phase.ANSWERING && System.nanoTime() - deadlineNanos > 0;
  }

  /// Tells the client that nothing more will come, while what it still sends is read.
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /// Ends it at once, whatever it waits for, and leaves nothing behind in the kernel.
  void abort() {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException alreadyClosed) {
      // Then there is nothing left to linger.
    }
    close();
    var server = thread;
    if (server != null) {
      server.interrupt();
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      // The client is gone before us; the descriptor is freed either way.
    }
  }
}
