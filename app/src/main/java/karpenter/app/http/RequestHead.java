package karpenter.app.http;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A request without its body.
///
/// @param headers by lower-case name; of one given twice, the first counts
record RequestHead(
    String method, URI uri, String path, boolean isOldHttp, Map<String, String> headers) {
  /// Stands for a request that was not read to its end: the answer ends the connection.
  static final RequestHead UNREAD =
      new RequestHead("GET", URI.create("/"), "/", /* isOldHttp= */ true, Map.of());

  private static final int LINE_START = 128;

  /// The request cannot be answered as it was meant; the connection ends with this.
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1L;
    private final int status;

    Refused(int status, String message) {
      super(message);
      this.status = status;
    }

    Reply reply() {
      return Reply.text(status, getMessage() + "\n");
    }
  }

  Optional<String> header(String lowerCaseName) {
    return Optional.ofNullable(headers.get(lowerCaseName));
  }

  boolean isHead() {
    return method.equals("HEAD");
  }

  boolean keepsConnection() {
    var said = header("connection").orElse("").toLowerCase(Locale.ROOT);
    return !isOldHttp && !said.contains("close");
  }

  /// Empty when the client has closed the connection between two requests.
  static Optional<RequestHead> read(InputStream in, Limits limits) throws IOException, Refused {
    var lines = new Lines(in, limits.headBytes());
    var first = lines.next();
    // A client may end its last request with one line break too many.
    if (first.isPresent() && first.get().isEmpty()) {
      first = lines.next();
    }
    if (first.isEmpty()) {
      return Optional.empty();
    }
    var words = first.get().split(" ", -1);
    if (words.length != 3 || !words[2].startsWith("HTTP/1.")) {
      throw new Refused(Reply.BAD_REQUEST, "expected a request such as GET / HTTP/1.1");
    }
    var uri = uri(words[1]);
    return Optional.of(
        new RequestHead(
            words[0], uri, uri.getPath(), words[2].equals("HTTP/1.0"), headers(lines, limits)));
  }

  private static URI uri(String text) throws Refused {
    try {
      // A path of two slashes is a path; a URI would take it for a host.
      var uri = new URI(text.startsWith("//") ? text.substring(1) : text);
      if (uri.getPath() != null && uri.getPath().startsWith("/")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      // Told below, as for a URI without a path.
    }
    throw new Refused(Reply.BAD_REQUEST, "expected a path such as /healthz");
  }

  private static Map<String, String> headers(Lines lines, Limits limits)
      throws IOException, Refused {
    var headers = new HashMap<String, String>();
    for (int count = 0; ; count++) {
      var line = lines.next().orElseThrow(EOFException::new);
      if (line.isEmpty()) {
        return headers;
      }
      if (count == limits.headers()) {
        throw new Refused(
            Reply.TOO_LARGE_HEAD, "expected at most " + limits.headers() + " headers");
      }
      int colon = line.indexOf(':');
      if (colon <= 0 || line.substring(0, colon).contains(" ")) {
        throw new Refused(Reply.BAD_REQUEST, "expected headers such as Accept: */*");
      }
      headers.putIfAbsent(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
  }

  /// Skips the body, so that the client reads the answer before it learns that nobody read it.
  void skipBody(InputStream in, Limits limits) throws IOException, Refused {
    if (headers.containsKey("transfer-encoding")) {
      throw new Refused(Reply.NO_LENGTH, "expected a body with a Content-Length, or none");
    }
    var length = header("content-length").orElse("0");
    if (!length.matches("\\d{1,9}") || Integer.parseInt(length) > limits.bodyBytes()) {
      throw new Refused(
          Reply.TOO_LARGE_BODY, "expected a body of at most " + limits.bodyBytes() + " bytes");
    }
    in.skipNBytes(Integer.parseInt(length));
  }

  /// The lines of one head, counted together.
  private static final class Lines {
    private final InputStream in;
    private final int max;
    private int read;

    Lines(InputStream in, int max) {
      this.in = in;
      this.max = max;
    }

    /// Empty at the end of the stream before a line began.
    Optional<String> next() throws IOException, Refused {
      var line = new ByteArrayOutputStream(LINE_START);
      for (int next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0) {
          if (line.size() == 0) {
            return Optional.empty();
          }
          throw new EOFException();
        }
        if (++read > max) {
          throw new Refused(
              Reply.TOO_LARGE_HEAD, "expected a request of at most " + max + " bytes");
        }
        line.write(next);
      }
      var text = line.toString(StandardCharsets.ISO_8859_1);
      return Optional.of(text.endsWith("\r") ? text.substring(0, text.length() - 1) : text);
    }
  }
}
