package karpenter.app.generate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import karpenter.api.convert.Soundness;
import karpenter.app.CliRun;
import karpenter.app.Golden;
import karpenter.app.manifest.ManifestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GenerateCommandTest {

  static Stream<List<String>> choices() {
    List<List<String>> choices = new ArrayList<>();
    for (var cloud : Cloud.values()) {
      for (var profile : Profile.values()) {
        choices.add(List.of("generate", profile.toString(), "--provider", cloud.toString()));
      }
      choices.add(List.of("generate", "all", "--provider", cloud.toString(), "--cluster", "shop"));
    }
    return choices.stream();
  }

  @ParameterizedTest
  @MethodSource("choices")
  void lint_finds_nothing(List<String> args) {
    var written = CliRun.of(args.toArray(String[]::new));
    assertThat(written.exitCode()).isZero();

    var lint = CliRun.withInput(written.out(), "lint", "-f", "-", "--fail-on", "advice");

    assertThat(lint.out()).isEqualTo("nothing found\n");
    assertThat(lint.exitCode()).isZero();
  }

  @ParameterizedTest
  @MethodSource("choices")
  void every_object_is_sound_and_of_today(List<String> args) {
    var written = CliRun.of(args.toArray(String[]::new)).out();
    var documents =
        ManifestFiles.read(
                List.of("-"), new ByteArrayInputStream(written.getBytes(StandardCharsets.UTF_8)))
            .documents();

    assertThat(documents).hasSize(written.split("(?m)^---$").length);
    for (var document : documents) {
      assertThat(Soundness.problems(document.object())).isEmpty();
    }
    assertThat(CliRun.withInput(written, "convert", "-f", "-", "-o", "text").out())
        .contains("0 converted, " + documents.size() + " accepted, 0 passed through, 0 refused");
  }

  @ParameterizedTest
  @ValueSource(strings = {"aws", "oci", "kwok"})
  void everything_reads_well(String cloud) throws Exception {
    Golden.assertMatches(
        "generate-all-%s.yaml".formatted(cloud),
        CliRun.of("generate", "all", "--provider", cloud).out());
  }

  @Test
  void plan_buys_from_generated_pools() {
    var pools = CliRun.of("generate", "stateless", "--provider", "kwok").out();
    var pod =
        """
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: a, namespace: default}
        spec: {containers: [{name: a, image: a, resources: {requests: {cpu: 1, memory: 1Gi}}}]}
        """;

    var plan = CliRun.withInput(pools + pod, "plan", "-f", "-");

    assertThat(plan.err()).isEmpty();
    assertThat(plan.exitCode()).isZero();
  }

  @Test
  void a_profile_that_does_not_exist_is_a_usage_error() {
    var run = CliRun.of("generate", "statefull");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("no profile is called statefull");
  }
}
