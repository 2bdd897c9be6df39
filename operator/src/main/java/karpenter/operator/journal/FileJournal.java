package karpenter.operator.journal;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Appends decisions to a file, one JSON line each. A line is handed to the system when it is
/// recorded, so a process that is killed loses none. A disk that is full loses decisions, not
/// nodes: it is told once and the loops go on.
public final class FileJournal implements Journal, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final JsonFactory JSON = new JsonFactory();

  private final Path file;
  private final Writer writer;
  private boolean hasFailed;

  private FileJournal(Path file, Writer writer) {
    this.file = file;
    this.writer = writer;
  }

  public static FileJournal append(Path file) throws IOException {
    return new FileJournal(
        file, Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
  }

  @Override
  public void record(Decision decision) {
    var line = new StringWriter();
    try {
      try (var json = JSON.createGenerator(line)) {
        DecisionJson.write(decision, json);
      }
      line.write('\n');
      append(line.toString());
    } catch (IOException e) {
      tell(e);
    }
  }

  private synchronized void append(String line) throws IOException {
    writer.write(line);
    writer.flush();
    hasFailed = false;
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
  public void close() throws IOException {
    writer.close();
  }
}
