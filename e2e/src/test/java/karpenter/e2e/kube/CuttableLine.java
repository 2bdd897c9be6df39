package karpenter.e2e.kube;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// A port on loopback that passes everything on to another one, until it is cut.
final class CuttableLine implements AutoCloseable {
  private final InetSocketAddress target;
  private final ServerSocket listening;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile boolean isCut;

  CuttableLine(InetSocketAddress target) {
    this.target = target;
    try {
      this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.startVirtualThread(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /// Ends all connections and lets none begin.
  void cut() {
    isCut = true;
    sockets.forEach(CuttableLine::closeQuietly);
    sockets.clear();
  }

  void mend() {
    isCut = false;
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        join(listening.accept());
      } catch (IOException closed) {
        // Either the line ends, or one connection did not come about; the caller sees that.
      }
    }
  }

  private void join(Socket near) throws IOException {
    if (isCut) {
      near.close();
      return;
    }
    var far = new Socket();
    sockets.add(near);
    sockets.add(far);
    far.connect(target);
    Thread.startVirtualThread(() -> pump(near, far));
    Thread.startVirtualThread(() -> pump(far, near));
  }

  private static void pump(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException ended) {
      // One side hung up; the other is closed with it.
    }
  }

  private static void closeQuietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException alreadyGone) {
      // Then it is cut.
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    cut();
  }
}
