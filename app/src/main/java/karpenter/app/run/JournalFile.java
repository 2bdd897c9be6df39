package karpenter.app.run;

import java.io.IOException;
import java.nio.file.Path;
import karpenter.operator.journal.FileJournal;
import karpenter.operator.journal.Journal;
import org.jspecify.annotations.Nullable;

/// The journal's file, if one was asked for.
final class JournalFile implements AutoCloseable {
  private final @Nullable FileJournal file;

  private JournalFile(@Nullable FileJournal file) {
    this.file = file;
  }

  /// @param path empty: none
  static JournalFile open(String path) throws IOException {
    return new JournalFile(path.isEmpty() ? null : FileJournal.append(Path.of(path)));
  }

  Journal with(Journal other) {
    return file == null ? other : other.and(file);
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
