package karpenter.operator.journal;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Appends decisions to a file, one JSON line each. A line is handed to the system when it is
/// recorded, so a process that is killed loses none. A disk that is full loses decisions, not
/// nodes: it is told once and the loops go on.
///
/// At its limit the file becomes its predecessor, `FILE.1`, and a new one begins. A file that was
/// moved away is left alone: the next line begins a new one under the old name.
public final class FileJournal implements Journal, AutoCloseable {
  /// Some hundred thousand decisions; with its predecessor twice that.
  public static final long MAX_BYTES = 128L << 20;

  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private final long maxBytes;
  private LineFile lines;
  private boolean hasFailed;
  private boolean isOverLimit;
  private boolean isClosed;

  private FileJournal(Path file, long maxBytes) throws IOException {
    this.file = file;
    this.maxBytes = maxBytes;
    this.lines = LineFile.open(file);
  }

  public static FileJournal append(Path file) throws IOException {
    return append(file, MAX_BYTES);
  }

  static FileJournal append(Path file, long maxBytes) throws IOException {
    return new FileJournal(file, maxBytes);
  }

  /// What the file was called before it was full.
  public static Path predecessor(Path file) {
    return file.resolveSibling(file.getFileName() + ".1");
  }

  @Override
  public void record(Decision decision) {
    var line = new StringWriter();
    try {
      try (var json = JSON.createGenerator(line)) {
        DecisionJson.write(decision, json);
      }
      line.write('\n');
      append(line.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      tell(e);
    }
  }

  private synchronized void append(byte[] line) throws IOException {
    if (isClosed) {
      return;
    }
    if (hasFailed || !lines.isAt(file)) {
      reopen();
    }
    if (lines.size() > 0 && lines.size() + line.length > maxBytes) {
      rotate(line.length);
    }
    lines.append(line);
    hasFailed = false;
  }

  /// Where the predecessor cannot be replaced, the file takes its room as well before lines are
  /// lost.
  private void rotate(int wanted) throws IOException {
    try {
      lines.moveTo(predecessor(file));
    } catch (IOException e) {
      if (lines.size() + wanted > 2 * maxBytes) {
        throw e;
      }
      if (!isOverLimit) {
        LOG.atError()
            .addKeyValue("file", file)
            .addKeyValue("error", e.toString())
            .log("cannot rotate the journal, it grows to twice its limit");
      }
      isOverLimit = true;
      return;
    }
    isOverLimit = false;
    reopen();
  }

  private void reopen() throws IOException {
    // The new one first: if it cannot be opened there is still something to close later.
    var next = LineFile.open(file);
    lines.close();
    lines = next;
  }

  private synchronized void tell(IOException e) {
    if (!hasFailed) {
      LOG.atError()
          .addKeyValue("file", file)
          .addKeyValue("error", e.toString())
          .log("cannot write to the journal, decisions are lost");
    }
    hasFailed = true;
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    lines.close();
  }
}
