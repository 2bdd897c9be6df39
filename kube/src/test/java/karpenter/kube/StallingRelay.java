package karpenter.kube;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Passes bytes on between clients and a server until it is told to stall a connection: then both
/// sockets stay open and nothing moves any more, as when a host is gone without a word.
final class StallingRelay implements AutoCloseable {
  private final InetSocketAddress server;
  private final ServerSocket entrance;
  private final List<Relayed> connections = new CopyOnWriteArrayList<>();

  StallingRelay(int serverPort) throws IOException {
    this.server = new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort);
    this.entrance = new ServerSocket();
    // What is sent to one that does not read is soon more than the kernel keeps for it.
    entrance.setReceiveBufferSize(64 * 1024);
    entrance.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return entrance.getLocalPort();
  }

  /// Every connection there is; those that come later work.
  void stallAll() {
    connections.forEach(Relayed::stall);
  }

  int connections() {
    return connections.size();
  }

  private void accept() {
    try {
      while (true) {
        var client = entrance.accept();
        var upstream = new Socket(server.getAddress(), server.getPort());
        var connection = new Relayed(client, upstream);
        connections.add(connection);
        Thread.ofVirtual().start(() -> connection.pass(client, upstream));
        Thread.ofVirtual().start(() -> connection.pass(upstream, client));
      }
    } catch (IOException closed) {
      // The test is over.
    }
  }

  @Override
  public void close() throws IOException {
    entrance.close();
    for (var connection : connections) {
      connection.close();
    }
  }

  private record Relayed(Socket client, Socket upstream, Stall stalled) {
    Relayed(Socket client, Socket upstream) {
      this(client, upstream, new Stall());
    }

    void stall() {
      stalled.isOn = true;
    }

    void pass(Socket from, Socket to) {
      var buffer = new byte[16 * 1024];
      try {
        int length;
        while ((length = from.getInputStream().read(buffer)) >= 0) {
          if (stalled.isOn) {
            return;
          }
          to.getOutputStream().write(buffer, 0, length);
        }
        if (!stalled.isOn) {
          close();
        }
      } catch (IOException ended) {
        if (!stalled.isOn) {
          close();
        }
      }
    }

    void close() {
      try {
        client.close();
        upstream.close();
      } catch (IOException alreadyGone) {
        // Both are to go.
      }
    }
  }

  private static final class Stall {
    private volatile boolean isOn;
  }
}
