package karpenter.app.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.Semaphore;
import java.util.zip.GZIPOutputStream;
import karpenter.app.http.RequestHead.Refused;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Requests and answers on one connection, one after the other, until either side has enough.
final class ConnectionHandler {
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final int ZIP_BUFFER = 1 << 13;

  private final Routes routes;
  private final Limits limits;
  private final OpenConnections open;
  private final int port;
  private final Semaphore zippers;

  ConnectionHandler(Routes routes, Limits limits, OpenConnections open, int port) {
    this.routes = routes;
    this.limits = limits;
    this.open = open;
    this.port = port;
    this.zippers = new Semaphore(limits.zippedAnswers());
  }

  void handle(HttpConnection connection) {
    connection.servedBy(Thread.currentThread());
    try {
      while (answerNext(connection)) {
        connection.reading(limits.request());
      }
    } catch (IOException gone) {
      // The client left, or was given up: either way nobody is there to be told.
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(connection);
    }
  }

  /// Says whether the connection goes on.
  private boolean answerNext(HttpConnection connection) throws IOException, InterruptedException {
    RequestHead request;
    try {
      var read = RequestHead.read(connection.in(), limits);
      if (read.isEmpty()) {
        return false;
      }
      request = read.get();
      request.skipBody(connection.in(), limits);
    } catch (Refused refused) {
      refuse(connection, refused.reply());
      return false;
    }
    if (!open.beginAnswer(connection)) {
      refuse(connection, Reply.text(Reply.NOT_NOW, "too many requests at once\n"));
      return false;
    }
    return send(connection, request, reply(request)) && request.keepsConnection();
  }

  private Reply reply(RequestHead request) throws IOException, InterruptedException {
    try {
      return routes.page(request, port).answer(routes.query(request));
    } catch (RuntimeException bug) {
      LOG.atError().setCause(bug).addKeyValue("path", request.path()).log("a page failed");
      return Reply.text(Reply.ERROR, "this is a bug: " + bug + "\n");
    }
  }

  /// Says whether all of it was sent.
  private boolean send(HttpConnection connection, RequestHead request, Reply reply)
      throws IOException {
    var out = new ResponseStream(connection, request, reply, limits);
    if (request.isHead()) {
      out.endWithoutBody();
      return true;
    }
    try {
      boolean wantsZipped = request.header("accept-encoding").orElse("").contains("gzip");
      if (wantsZipped && zippers.tryAcquire()) {
        try {
          sendZipped(out, reply);
        } finally {
          zippers.release();
        }
      } else {
        reply.body().write(out);
        out.close();
      }
      return true;
    } catch (RuntimeException bug) {
      LOG.atError().setCause(bug).addKeyValue("path", request.path()).log("a page failed");
      return false;
    }
  }

  private static void sendZipped(ResponseStream out, Reply reply) throws IOException {
    out.header("Content-Encoding", "gzip");
    var zipped = new Zipped(out);
    try {
      reply.body().write(zipped);
      zipped.close();
    } finally {
      zipped.free();
    }
  }

  private void refuse(HttpConnection connection, Reply reply) throws IOException {
    var out = new ResponseStream(connection, RequestHead.UNREAD, reply, limits);
    reply.body().write(out);
    out.close();
    // Closed while the client still sends, the connection would be reset, and the reason lost.
    connection.reading(limits.stall());
    connection.endOutput();
    connection.in().skipNBytes(limits.bodyBytes());
  }

  /// Frees the memory outside the heap also when the answer was broken off.
  private static final class Zipped extends GZIPOutputStream {
    Zipped(OutputStream out) throws IOException {
      super(out, ZIP_BUFFER);
    }

    void free() {
      def.end();
    }
  }
}
