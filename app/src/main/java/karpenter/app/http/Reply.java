package karpenter.app.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// The answer to a request.
///
/// @param headers beyond the content type
public record Reply(int status, String contentType, Map<String, String> headers, Body body) {
  public static final int OK = 200;
  public static final int BAD_REQUEST = 400;
  public static final int FORBIDDEN = 403;
  public static final int NOT_FOUND = 404;
  public static final int WRONG_METHOD = 405;
  static final int NO_LENGTH = 411;
  static final int TOO_LARGE_BODY = 413;
  static final int TOO_LARGE_HEAD = 431;
  public static final int ERROR = 500;
  public static final int NOT_NOW = 503;

  private static final JsonFactory JSON = new JsonFactory();

  /// Writes itself when it is asked for.
  public interface Body {
    void write(OutputStream out) throws IOException;
  }

  /// Writes one JSON value.
  public interface JsonBody {
    void write(JsonGenerator json) throws IOException;
  }

  public static Reply of(String contentType, Body body) {
    return new Reply(OK, contentType, Map.of(), body);
  }

  public static Reply text(String text) {
    return text(OK, text);
  }

  public static Reply text(int status, String text) {
    return new Reply(
        status,
        "text/plain; charset=utf-8",
        Map.of(),
        out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  public static Reply json(JsonBody body) {
    return of(
        "application/json",
        out -> {
          // The response ends when the exchange does, not when the JSON does.
          var json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
          json.setPrettyPrinter(new DefaultPrettyPrinter());
          body.write(json);
          json.writeRaw('\n');
          json.close();
        });
  }
}
