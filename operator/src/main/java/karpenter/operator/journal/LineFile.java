package karpenter.operator.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// An open file that whole lines are appended to.
final class LineFile implements AutoCloseable {
  private static final byte END_OF_LINE = '\n';

  private final Path path;
  private final FileChannel channel;
  private final @Nullable Object identity;

  private LineFile(Path path, FileChannel channel, @Nullable Object identity) {
    this.path = path;
    this.channel = channel;
    this.identity = identity;
  }

  /// A line that a crash or a full disk cut off is ended, so that it spoils no other.
  static LineFile open(Path path) throws IOException {
    boolean isTorn = isTorn(path);
    var channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
    try {
      var file = new LineFile(path, channel, identity(path));
      if (isTorn) {
        file.append(new byte[] {END_OF_LINE});
      }
      return file;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private static boolean isTorn(Path path) throws IOException {
    try (var reader = FileChannel.open(path, StandardOpenOption.READ)) {
      var last = ByteBuffer.allocate(1);
      return reader.size() > 0
          && reader.read(last, reader.size() - 1) == 1
          && last.get(0) != END_OF_LINE;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private static @Nullable Object identity(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /// Says whether the path still names this file, and not none or another.
  boolean isAt(Path where) throws IOException {
    try {
      return Objects.equals(identity, identity(where));
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  long size() throws IOException {
    return channel.size();
  }

  void append(byte[] bytes) throws IOException {
    var left = ByteBuffer.wrap(bytes);
    while (left.hasRemaining()) {
      channel.write(left);
    }
  }

  void moveTo(Path target) throws IOException {
    Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
