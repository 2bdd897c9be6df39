package karpenter.app.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.api.convert.Soundness;
import karpenter.app.CliRun;
import karpenter.app.Golden;
import karpenter.app.manifest.ManifestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ConvertCommandTest {
  private static final String OLD = "../examples/old";
  private static final String REFUSED = "src/test/resources/convert/refused.yaml";

  @Test
  void manifests_of_every_version_become_v1() throws IOException {
    var run = CliRun.of("convert", "-f", OLD);

    assertThat(run.exitCode()).isZero();
    Golden.assertMatches("convert.yaml", run.out());
    Golden.assertMatches("convert.err", run.err());
  }

  @Test
  void what_comes_out_goes_in_again_without_a_word() {
    var first = CliRun.of("convert", "-f", OLD);

    var second = CliRun.withInput(first.out(), "convert", "-f", "-", "-o", "text");

    assertThat(second.exitCode()).isZero();
    assertThat(second.out()).contains("0 converted", "0 refused");
  }

  @Test
  void answers_without_documents() throws IOException {
    Golden.assertMatches("convert.txt", CliRun.of("convert", "-f", OLD, "-o", "text").out());
  }

  @Test
  void what_is_refused_names_line_and_field() throws IOException {
    var run = CliRun.of("convert", "-f", REFUSED);

    assertThat(run.exitCode()).isEqualTo(2);
    Golden.assertMatches("convert-refused.err", run.err());
    assertThat(run.out()).contains("# " + REFUSED + ":1: NodePool idle: refused");
    assertThat(run.out()).doesNotContain("apiVersion");
  }

  @Test
  void machines_read_every_answer() throws IOException {
    var answers = Json.JSON.readTree(CliRun.of("convert", "-f", REFUSED, "-o", "json").out());

    assertThat(answers).hasSize(2);
    assertThat(answers.get(0).path("outcome").asText()).isEqualTo("refused");
    assertThat(answers.get(0).path("problems"))
        .extracting(problem -> problem.path("path").asText())
        .contains("spec.weigth", "spec.disruption.consolidationPolicy");
    assertThat(answers.at("/0/problems/0/line").asInt()).isPositive();
  }

  @Test
  void a_template_is_asked_to_be_rendered() {
    var run =
        CliRun.withInput(
            "apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: {{ .Values.name }}\n",
            "convert",
            "-f",
            "-");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("a template with {{ }}", "helm template");
  }

  @Test
  void what_passes_keeps_its_comments() throws IOException {
    assertThat(CliRun.of("convert", "-f", OLD + "/web.yaml").out())
        .isEqualTo("---\n" + Files.readString(Path.of(OLD, "web.yaml")));
  }

  /// Manifests to try, one directory by `-Dkarpenter.manifests=DIR`; without it our own.
  static Stream<Path> manifests() throws IOException {
    var directory = Path.of(System.getProperty("karpenter.manifests", OLD));
    try (var files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void every_document_is_converted_accepted_passed_or_refused_with_its_field(Path file)
      throws IOException {
    var documents =
        ManifestFiles.read(List.of(file.toString()), InputStream.nullInputStream()).documents();
    var answers =
        Json.JSON.readTree(CliRun.of("convert", "-f", file.toString(), "-o", "json").out());

    assertThat(answers).hasSameSizeAs(documents);
    for (var answer : answers) {
      switch (answer.path("outcome").asText()) {
        case "converted", "accepted" -> {
          assertThat(answer.path("objects")).isNotEmpty();
          answer
              .path("objects")
              .forEach(object -> assertThat(Soundness.problems(object)).isEmpty());
        }
        case "passed" -> assertThat(answer.path("object").asText()).isNotEmpty();
        case "refused" ->
            assertThat(answer.path("problems"))
                .isNotEmpty()
                .allSatisfy(
                    problem -> {
                      assertThat(problem.path("path").asText()).isNotEmpty();
                      assertThat(problem.path("found").asText()).isNotEmpty();
                      assertThat(problem.path("expected").asText()).isNotEmpty();
                      assertThat(problem.path("line").asInt()).isPositive();
                    });
        default -> throw new AssertionError(answer.toString());
      }
    }
  }
}
