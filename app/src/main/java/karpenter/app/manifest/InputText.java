package karpenter.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads a whole input as UTF-8 text, up to a limit: a device or an endless pipe would otherwise
/// take all memory before anything is said.
///
/// @param maxBytes of one file, or of standard input
public record InputText(int maxBytes) {
  /// Far above any manifest; parsed, a file takes several times its size.
  public static final InputText LIMITED = new InputText(512 << 20);

  /// The input is longer than the limit.
  public static final class TooLarge extends IOException {
    private static final long serialVersionUID = 1L;
    private final int maxBytes;

    TooLarge(int maxBytes) {
      super("more than %,d bytes; expected less in one file".formatted(maxBytes));
      this.maxBytes = maxBytes;
    }

    String found() {
      return "more than %,d bytes".formatted(maxBytes);
    }
  }

  public String of(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return of(in);
    }
  }

  public String of(InputStream in) throws IOException {
    var bytes = in.readNBytes(maxBytes);
    if (in.read() >= 0) {
      throw new TooLarge(maxBytes);
    }
    var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
