package karpenter.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import karpenter.api.Problem;

/// Reads what `-f` names: files, directories with everything below them, and `-` for standard
/// input.
public final class ManifestFiles {
  private static final String STDIN = "-";
  private static final Set<String> ENDINGS = Set.of(".yaml", ".yml", ".json");

  private final InputStream stdin;
  private final List<Document> documents = new ArrayList<>();
  private final List<InputProblem> problems = new ArrayList<>();

  private ManifestFiles(InputStream stdin) {
    this.stdin = stdin;
  }

  /// Everything that was found, and everything that could not be read.
  public record Input(List<Document> documents, List<InputProblem> problems) {
    public Input {
      documents = List.copyOf(documents);
      problems = List.copyOf(problems);
    }
  }

  public static Input read(List<String> names, InputStream stdin) {
    var files = new ManifestFiles(stdin);
    names.forEach(files::readNamed);
    return new Input(files.documents, files.problems);
  }

  /// One file as text, for inputs that are no manifests.
  public static String text(Path file) throws IOException {
    return decoded(Files.readAllBytes(file));
  }

  private void readNamed(String name) {
    try {
      if (name.equals(STDIN)) {
        parse("stdin", decoded(stdin.readAllBytes()));
      } else if (Files.isDirectory(Path.of(name))) {
        readDirectory(Path.of(name));
      } else {
        readFile(Path.of(name));
      }
    } catch (IOException e) {
      unreadable(name, e);
    }
  }

  private void readDirectory(Path directory) throws IOException {
    List<Path> manifests;
    try (Stream<Path> all = Files.walk(directory)) {
      manifests =
          all.filter(Files::isRegularFile).filter(ManifestFiles::isManifest).sorted().toList();
    }
    if (manifests.isEmpty()) {
      problems.add(
          new InputProblem(
              directory.toString(),
              0,
              Problem.at("")
                  .found("a directory without manifests")
                  .expected("files that end in .yaml, .yml or .json")));
    }
    manifests.forEach(this::readFile);
  }

  private void readFile(Path file) {
    try {
      parse(file.toString(), text(file));
    } catch (IOException e) {
      unreadable(file.toString(), e);
    }
  }

  private void parse(String file, String text) {
    for (var chunk : DocumentSplitter.split(text)) {
      var parse = parse(file, chunk);
      problems.addAll(parse.problems());
      for (var document : parse.documents()) {
        if (!document.object().isNull()) documents.addAll(Lists.unwrap(document));
      }
    }
  }

  private static DocumentParse parse(String file, DocumentSplitter.Chunk chunk) {
    if (!JsonDocuments.looksLikeJson(chunk)) return YamlDocument.parse(file, chunk);
    var json = JsonDocuments.parse(file, chunk);
    if (json.problems().isEmpty() || file.endsWith(".json")) return json;
    // {a: b} is YAML although it begins like JSON.
    var yaml = YamlDocument.parse(file, chunk);
    return yaml.problems().isEmpty() ? yaml : json;
  }

  private void unreadable(String file, IOException e) {
    var found =
        switch (e) {
          case NoSuchFileException _ -> "no such file";
          case CharacterCodingException _ -> "bytes that are no UTF-8 text";
          default -> "an error when reading: " + e.getMessage();
        };
    problems.add(
        new InputProblem(
            file, 0, Problem.at("").found(found).expected("a readable file of YAML or JSON")));
  }

  private static boolean isManifest(Path file) {
    var name = String.valueOf(file.getFileName());
    return !name.startsWith(".") && ENDINGS.stream().anyMatch(name::endsWith);
  }

  private static String decoded(byte[] bytes) throws CharacterCodingException {
    var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }
}
