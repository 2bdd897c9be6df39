package karpenter.kube;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What we show the API server besides a certificate.
public interface Credentials {
  /// The header `Authorization`; may block, for programs that fetch tokens.
  Optional<String> authorization() throws IOException, InterruptedException;

  /// The server would not have them. Says whether it is worth asking for others.
  default boolean rejected() {
    return false;
  }

  /// Nothing: the certificate says it all.
  Credentials NONE = Optional::empty;

  static Credentials token(String token) {
    var header = Optional.of("Bearer " + token);
    return () -> header;
  }

  static Credentials password(String user, String password) {
    var both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    var header = Optional.of("Basic " + Base64.getEncoder().encodeToString(both));
    return () -> header;
  }

  /// A token that somebody else renews, such as the kubelet.
  final class TokenFile implements Credentials {
    /// As often as client-go looks.
    private static final long NANOS_BETWEEN_READS = 60_000_000_000L;

    private final Path file;
    private @Nullable String header;
    private long readAt;

    TokenFile(Path file) {
      this.file = file;
    }

    @Override
    public synchronized Optional<String> authorization() throws IOException {
      if (header == null || System.nanoTime() - readAt > NANOS_BETWEEN_READS) {
        header = "Bearer " + Files.readString(file).strip();
        readAt = System.nanoTime();
      }
      return Optional.of(header);
    }

    @Override
    public synchronized boolean rejected() {
      header = null;
      return true;
    }
  }
}
