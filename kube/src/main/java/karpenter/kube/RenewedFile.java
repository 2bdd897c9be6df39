package karpenter.kube;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// A token or certificate that somebody else renews, such as the kubelet: it is read again every
/// minute, and after it was of no use.
final class RenewedFile implements TextSource {
  /// As often as client-go looks.
  private static final long NANOS_BETWEEN_READS = 60_000_000_000L;

  private final Path file;
  private final LongSupplier ticks;
  private @Nullable String text;
  private boolean isStale;
  private long readAt;

  RenewedFile(Path file) {
    this(file, System::nanoTime);
  }

  RenewedFile(Path file, LongSupplier ticks) {
    this.file = file;
    this.ticks = ticks;
  }

  /// While the file cannot be read, what it held before.
  @Override
  public synchronized String text() throws IOException {
    var known = text;
    if (known != null && !isStale && ticks.getAsLong() - readAt < NANOS_BETWEEN_READS) {
      return known;
    }
    isStale = false;
    readAt = ticks.getAsLong();
    try {
      text = Files.readString(file);
      return text;
    } catch (IOException e) {
      if (known == null) {
        throw new IOException("cannot read " + file + ": " + e, e);
      }
      return known;
    }
  }

  @Override
  public synchronized void wasOfNoUse(String used) {
    isStale |= used.equals(text);
  }
}
