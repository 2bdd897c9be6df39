package karpenter.app.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/// A client that may be as rude as it likes.
final class RawClient implements AutoCloseable {
  /// Far longer than any limit in these tests; reaching it fails the test.
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;

  RawClient(int port) throws IOException {
    this.socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  /// A client that takes little of what it is sent.
  static RawClient smallWindow(int port) throws IOException {
    var client = new RawClient(port);
    client.socket.setReceiveBufferSize(1 << 10);
    return client;
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /// All there is until the server closes the connection, however it does that.
  String untilClosed() throws IOException {
    var all = new java.io.ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      for (int next = in.read(); next >= 0; next = in.read()) {
        all.write(next);
      }
    } catch (SocketException reset) {
      // As good as an end.
    }
    return all.toString(StandardCharsets.ISO_8859_1);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
