package karpenter.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the documents promise, tried.
class DocumentsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern EXAMPLE_COMMAND =
      Pattern.compile("\\./karpenter (plan -f examples[^`\\n]*)");
  private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)(#[^)]*)?\\)");

  static Stream<String> example_commands() throws IOException {
    return Stream.of("README.md", "examples/README.md")
        .flatMap(file -> matches(EXAMPLE_COMMAND, ROOT.resolve(file)))
        .map(match -> match.group(1).strip())
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("example_commands")
  void every_example_command_does_what_it_is_shown_for(String command) {
    var args = command.replace("examples/", "../examples/").split(" ");

    var run = CliRun.of(args);

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isEqualTo(command.contains("refused") ? 3 : 0);
  }

  static Stream<Path> documents() throws IOException {
    try (var root = Files.list(ROOT);
        var docs = Files.walk(ROOT.resolve("docs"));
        var examples = Files.walk(ROOT.resolve("examples"))) {
      return Stream.of(root, docs, examples)
          .flatMap(files -> files)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList()
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_link_leads_somewhere(Path document) {
    List<String> dead =
        matches(LINK, document)
            .map(match -> match.group(1))
            .filter(target -> !Files.exists(document.resolveSibling(target)))
            .toList();

    assertThat(dead).isEmpty();
  }

  private static Stream<MatchResult> matches(Pattern pattern, Path file) {
    try {
      return pattern.matcher(Files.readString(file)).results().toList().stream();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
