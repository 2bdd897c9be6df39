package karpenter.app.http;

import java.io.ByteArrayInputStream;
import java.io.EOFException;

/// Lets the fuzzer in where this package reads what comes from outside.
public final class HttpDoor {
  private HttpDoor() {}

  /// Reads all requests of a connection; returns the status of a refusal, or zero.
  public static int read(byte[] input) throws Exception {
    var in = new ByteArrayInputStream(input);
    try {
      for (var head = RequestHead.read(in, Limits.STANDARD);
          head.isPresent();
          head = RequestHead.read(in, Limits.STANDARD)) {
        var _ = head.get().keepsConnection();
        var _ = Query.of(head.get().uri(), "/debug/pprof");
        head.get().skipBody(in, Limits.STANDARD);
      }
      return 0;
    } catch (EOFException cut) {
      return 0;
    } catch (RequestHead.Refused refused) {
      return refused.reply().status();
    }
  }
}
