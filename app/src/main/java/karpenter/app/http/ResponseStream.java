package karpenter.app.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// The body of one answer on its way to the client, in pieces of a fixed size. A body that fits in
/// one is sent with its length, a longer one in chunks.
final class ResponseStream extends OutputStream {
  private static final int PIECE = 8 << 10;

  /// A chunk begins with its length in hexadecimal digits, and ends with a line break.
  private static final int PREFIX = "2000\r\n".length();

  private final HttpConnection connection;
  private final RequestHead request;
  private final Limits limits;
  private final int status;
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final long endNanos;
  private final byte[] piece = new byte[PREFIX + PIECE + 2];
  private int filled;
  private boolean isHeadSent;
  private boolean isClosed;

  ResponseStream(HttpConnection connection, RequestHead request, Reply reply, Limits limits) {
    this.connection = connection;
    this.request = request;
    this.limits = limits;
    this.status = reply.status();
    this.endNanos = System.nanoTime() + limits.answer().toNanos();
    headers.put("Content-Type", reply.contentType());
    headers.putAll(reply.headers());
  }

  void header(String name, String value) {
    headers.put(name, value);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    int left = length;
    while (left > 0) {
      if (filled == PIECE) {
        sendPiece();
      }
      int now = Math.min(left, PIECE - filled);
      System.arraycopy(bytes, from, piece, PREFIX + filled, now);
      filled += now;
      from += now;
      left -= now;
    }
  }

  /// Only the head, as to a request for no more.
  void endWithoutBody() throws IOException {
    sendHead();
  }

  /// Not called when the body could not be written: the client then sees that it is not whole.
  @Override
  public void close() throws IOException {
    if (isClosed) {
      return;
    }
    isClosed = true;
    if (!isHeadSent) {
      headers.put("Content-Length", Integer.toString(filled));
      sendHead();
      send(piece, PREFIX, filled);
      return;
    }
    sendPiece();
    if (!request.isOldHttp()) {
      send("0\r\n\r\n");
    }
  }

  private void sendPiece() throws IOException {
    if (!isHeadSent) {
      if (!request.isOldHttp()) {
        headers.put("Transfer-Encoding", "chunked");
      }
      sendHead();
    }
    if (filled > 0 && request.isOldHttp()) {
      send(piece, PREFIX, filled);
    } else if (filled > 0) {
      sendChunk();
    }
    filled = 0;
  }

  /// Length, data and line break at once: the client is sent one packet instead of three.
  private void sendChunk() throws IOException {
    var prefix = "%04x\r\n".formatted(filled).getBytes(StandardCharsets.ISO_8859_1);
    System.arraycopy(prefix, 0, piece, 0, PREFIX);
    piece[PREFIX + filled] = '\r';
    piece[PREFIX + filled + 1] = '\n';
    send(piece, 0, PREFIX + filled + 2);
  }

  private void sendHead() throws IOException {
    isHeadSent = true;
    var head = new StringBuilder("HTTP/1.1 ").append(status).append(' ').append("\r\n");
    headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
    if (!request.keepsConnection()) {
      head.append("Connection: close\r\n");
    }
    send(head.append("\r\n").toString());
  }

  private void send(String text) throws IOException {
    var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    send(bytes, 0, bytes.length);
  }

  private void send(byte[] bytes, int offset, int length) throws IOException {
    long left = endNanos - System.nanoTime();
    connection.sending(Duration.ofNanos(Math.min(left, limits.stall().toNanos())));
    connection.out().write(bytes, offset, length);
    // The time until there is more to send is not the client's.
    connection.answering();
  }
}
