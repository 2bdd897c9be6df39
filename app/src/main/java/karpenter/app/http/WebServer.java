package karpenter.app.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Map;
import karpenter.app.http.Routes.Audience;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Pages by path on one port. One thread accepts connections and ends those that take too long;
/// each connection has a virtual thread of its own ([ConnectionHandler]).
public final class WebServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final int BACKLOG = 128;

  /// How late a connection may be found overdue.
  private static final Duration SWEEP = Duration.ofMillis(500);

  /// How often crowding is told, however long it lasts.
  private static final Duration TOLD_EVERY = Duration.ofMinutes(1);

  private final ServerSocket socket;
  private final Limits limits;
  private final OpenConnections open;
  private final ConnectionHandler handler;
  private long nextSweep = System.nanoTime();
  private long nextTold = System.nanoTime();

  private WebServer(ServerSocket socket, Routes routes, Limits limits) {
    this.socket = socket;
    this.limits = limits;
    this.open = new OpenConnections(limits);
    this.handler = new ConnectionHandler(routes, limits, open, socket.getLocalPort());
  }

  /// For every address of this machine.
  ///
  /// @param port 0: any that is free
  public static WebServer start(int port, Map<String, Page> pages) throws IOException {
    return start(port, pages, Limits.STANDARD);
  }

  static WebServer start(int port, Map<String, Page> pages, Limits limits) throws IOException {
    return start(
        new InetSocketAddress(port), new Routes(pages, Map.of(), Audience.ANYBODY), limits);
  }

  /// For this machine alone.
  ///
  /// @param port 0: any that is free
  /// @param actions what changes something: for POST, and not for pages of other sites
  public static WebServer startLocal(int port, Map<String, Page> pages, Map<String, Page> actions)
      throws IOException {
    return start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
        new Routes(pages, actions, Audience.THIS_MACHINE),
        Limits.STANDARD);
  }

  private static WebServer start(InetSocketAddress address, Routes routes, Limits limits)
      throws IOException {
    var socket = new ServerSocket();
    try {
      socket.bind(address, BACKLOG);
      socket.setSoTimeout((int) SWEEP.toMillis());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
    var server = new WebServer(socket, routes, limits);
    Thread.ofPlatform().daemon().name("http-" + server.port()).start(server::listen);
    return server;
  }

  public int port() {
    return socket.getLocalPort();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.atWarn().setCause(e).addKeyValue("port", port()).log("cannot close a port");
    }
    open.close();
  }

  private void listen() {
    while (!socket.isClosed()) {
      try {
        begin(socket.accept());
      } catch (SocketTimeoutException quiet) {
        // Nobody came; time to look after those who are here.
      } catch (IOException e) {
        failed(e);
      }
      sweep();
    }
  }

  private void begin(Socket client) throws IOException {
    HttpConnection connection;
    try {
      client.setTcpNoDelay(true);
      connection = new HttpConnection(client, limits.request());
    } catch (IOException gone) {
      // The client left before anything was said; only its socket is to be freed.
      client.close();
      return;
    }
    open.add(connection);
    Thread.ofVirtual().name("http").start(() -> handler.handle(connection));
  }

  private void sweep() {
    long now = System.nanoTime();
    if (now - nextSweep < 0) {
      return;
    }
    nextSweep = now + SWEEP.toNanos();
    open.dropOverdue();
    if (now - nextTold >= 0) {
      int count = open.takeCrowdedOut();
      if (count > 0) {
        nextTold = now + TOLD_EVERY.toNanos();
        LOG.atWarn()
            .addKeyValue("port", port())
            .addKeyValue("closed", count)
            .addKeyValue("limit", limits.connections())
            .log("too many connections; closed the oldest that waited for their clients");
      }
    }
  }

  /// Most likely the process has too many files open: others end, and then it goes on.
  private void failed(IOException e) {
    if (socket.isClosed()) {
      return;
    }
    LOG.atError().setCause(e).addKeyValue("port", port()).log("cannot accept a connection");
    try {
      Thread.sleep(SWEEP);
    } catch (InterruptedException never) {
      Thread.currentThread().interrupt();
    }
  }
}
