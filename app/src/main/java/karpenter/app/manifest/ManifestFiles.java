package karpenter.app.manifest;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import karpenter.api.Problem;
import org.jspecify.annotations.Nullable;

/// Reads what `-f` names: files, directories with everything below them, and `-` for standard
/// input.
public final class ManifestFiles {
  private static final String STDIN = "-";
  private static final Set<String> ENDINGS = Set.of(".yaml", ".yml", ".json");

  private final InputStream stdin;
  private final InputText reader;
  private final List<Document> documents = new ArrayList<>();
  private final List<InputProblem> problems = new ArrayList<>();

  private ManifestFiles(InputStream stdin, InputText reader) {
    this.stdin = stdin;
    this.reader = reader;
  }

  /// Everything that was found, and everything that could not be read.
  public record Input(List<Document> documents, List<InputProblem> problems) {
    public Input {
      documents = List.copyOf(documents);
      problems = List.copyOf(problems);
    }
  }

  public static Input read(List<String> names, InputStream stdin) {
    return read(names, stdin, InputText.LIMITED);
  }

  static Input read(List<String> names, InputStream stdin, InputText reader) {
    var files = new ManifestFiles(stdin, reader);
    names.forEach(files::readNamed);
    return new Input(files.documents, files.problems);
  }

  private void readNamed(String name) {
    try {
      if (name.equals(STDIN)) {
        parse("stdin", reader.of(stdin));
      } else if (Files.isDirectory(Path.of(name))) {
        readDirectory(Path.of(name));
      } else {
        readFile(Path.of(name));
      }
    } catch (IOException e) {
      unreadable(name.equals(STDIN) ? "stdin" : name, e);
    }
  }

  private void readDirectory(Path directory) throws IOException {
    var found = new Search();
    Files.walkFileTree(directory, found);
    var manifests = found.manifests.stream().sorted().toList();
    if (manifests.isEmpty() && found.hasSeenAll) {
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
      parse(file.toString(), reader.of(file));
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
    var yaml = YamlDocument.parse(file, chunk);
    return yaml.problems().isEmpty() || JsonDocuments.beginsWithBareKey(chunk) ? yaml : json;
  }

  private void unreadable(String file, IOException e) {
    var found =
        switch (e) {
          case NoSuchFileException _ -> "no such file";
          case AccessDeniedException _ -> "no permission to read it";
          case InputText.TooLarge large -> large.found();
          case CharacterCodingException _ -> "bytes that are no UTF-8 text";
          default -> "an error when reading: " + e.getMessage();
        };
    var expected =
        e instanceof InputText.TooLarge
            ? "smaller files of YAML or JSON"
            : "a readable file of YAML or JSON";
    problems.add(new InputProblem(file, 0, Problem.at("").found(found).expected(expected)));
  }

  private static boolean isManifest(Path file) {
    var name = String.valueOf(file.getFileName());
    return !name.startsWith(".") && ENDINGS.stream().anyMatch(name::endsWith);
  }

  /// What cannot be opened is a problem of its own; the rest is read all the same.
  private final class Search extends SimpleFileVisitor<Path> {
    private final List<Path> manifests = new ArrayList<>();
    private boolean hasSeenAll = true;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (Files.isRegularFile(file) && isManifest(file)) {
        manifests.add(file);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      hasSeenAll = false;
      unreadable(file.toString(), e);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException e) {
      return e == null ? FileVisitResult.CONTINUE : visitFileFailed(directory, e);
    }
  }
}
