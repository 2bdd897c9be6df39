package karpenter.app.explain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.operator.journal.FileJournal;

/// The decisions of a journal one after the other, oldest first: the file's predecessor, then the
/// file. Never more than one line is in memory.
///
/// @param files that are there
record JournalLines(List<Path> files) {
  /// The longest decision names a few thousand pods; anything above is no line of a journal.
  private static final int MAX_CHARACTERS = 4 << 20;

  static JournalLines of(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("cannot read the journal " + file);
    }
    return new JournalLines(
        Stream.of(FileJournal.predecessor(file), file).filter(Files::isReadable).toList());
  }

  /// Answers how many lines were passed over because they are no decision: cut off, as by a full
  /// disk, or far too long.
  int each(Consumer<JsonNode> decisions) throws IOException {
    int skipped = 0;
    for (var file : files) {
      try (var in = reader(file)) {
        skipped += each(in, decisions);
      }
    }
    return skipped;
  }

  private static BufferedReader reader(Path file) throws IOException {
    // A cut inside a character must not end the reading, as a strict decoder would.
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
  }

  private static int each(BufferedReader in, Consumer<JsonNode> decisions) throws IOException {
    int skipped = 0;
    var line = new StringBuilder();
    for (int next = in.read(); next >= 0; next = in.read()) {
      if (next != '\n') {
        if (line.length() <= MAX_CHARACTERS) {
          line.append((char) next);
        }
        continue;
      }
      skipped += tell(line, decisions);
      line.setLength(0);
    }
    return skipped + tell(line, decisions);
  }

  private static int tell(StringBuilder line, Consumer<JsonNode> decisions) {
    if (line.toString().isBlank()) {
      return 0;
    }
    if (line.length() > MAX_CHARACTERS) {
      return 1;
    }
    try {
      var decision = Json.JSON.readTree(line.toString());
      if (decision.isObject()) {
        decisions.accept(decision);
        return 0;
      }
      return 1;
    } catch (JsonProcessingException cut) {
      return 1;
    }
  }
}
