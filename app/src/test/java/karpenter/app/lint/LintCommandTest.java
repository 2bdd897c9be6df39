package karpenter.app.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.app.manifest.ManifestFiles;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LintCommandTest {
  private static final Path CASES = Path.of("src/test/resources/lint");
  private static final Path PAGE = Path.of("../docs/lint.md");

  static Stream<String> rules() {
    return Rules.all().stream().map(Rule::id);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rule_finds_what_it_is_for(String id) {
    assertThat(found(CASES.resolve(id + ".bad.yaml"))).contains(id);
  }

  @ParameterizedTest
  @MethodSource("rules")
  void rule_leaves_good_manifests_alone(String id) {
    assertThat(found(CASES.resolve(id + ".good.yaml"))).doesNotContain(id);
  }

  @Test
  void every_case_is_for_a_rule() throws IOException {
    try (var files = Files.list(CASES)) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString().replaceAll("\\..*", ""))
                  .collect(Collectors.toSet()))
          .isEqualTo(rules().collect(Collectors.toSet()));
    }
  }

  @Test
  void the_page_lists_every_rule_with_its_source() throws IOException {
    var page = new StringBuilder();
    for (var rule : Rules.all()) {
      page.append(
          "| `%s` | %s | %s | %s | %s |\n"
              .formatted(rule.id(), rule.severity(), rule.why(), rule.fix(), rule.source()));
    }
    if (Boolean.getBoolean("golden.write")) {
      var text = Files.readString(PAGE);
      var head = text.substring(0, text.indexOf("|---|---|---|---|---|\n"));
      Files.writeString(PAGE, head + "|---|---|---|---|---|\n" + page);
    }
    assertThat(Files.readString(PAGE)).endsWith(page.toString());
  }

  @Test
  void a_finding_has_why_fix_and_source() {
    var run = CliRun.of("lint", "-f", CASES + "/pool-without-limits.bad.yaml");

    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out())
        .contains(
            "pool-without-limits.bad.yaml:4: warning: NodePool web: nothing limits what the pool buys"
                + " [pool-without-limits]",
            "    why: A runaway workload",
            "    fix: Set spec.limits",
            "    source: Introduction to Karpenter, Best practices, 7",
            "0 errors, 1 warnings, 0 pieces of advice");
  }

  @Test
  void good_manifests_say_so() {
    var run = CliRun.of("lint", "-f", CASES + "/pool-without-limits.good.yaml");

    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("nothing found\n");
  }

  @Test
  void what_fails_can_be_chosen() {
    var file = CASES + "/pool-without-limits.bad.yaml";

    assertThat(CliRun.of("lint", "-f", file, "--fail-on", "error").exitCode()).isZero();
    assertThat(CliRun.of("lint", "-f", file, "--fail-on", "never").exitCode()).isZero();
    assertThat(CliRun.of("lint", "-f", file, "--fail-on", "advice").exitCode()).isEqualTo(1);
    assertThat(CliRun.of("lint", "-f", file, "--disable", "pool-without-limits").out())
        .isEqualTo("nothing found\n");
  }

  @Test
  void a_rule_that_does_not_exist_is_a_usage_error() {
    var run = CliRun.of("lint", "-f", "x", "--disable", "pool-without-limit");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("did you mean \"pool-without-limits\"?");
  }

  @Test
  void unreadable_input_is_told_apart() {
    var run = CliRun.withInput("a: [", "lint", "-f", "-");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("stdin:2", "broken YAML");
  }

  @Test
  void machines_read_json() throws IOException {
    var run = CliRun.of("lint", "-f", CASES + "/impossible-pdb.bad.yaml", "-o", "json");

    var finding = Json.JSON.readTree(run.out()).get(0);
    assertThat(finding.propertyStream().map(java.util.Map.Entry::getKey))
        .contains("rule", "severity", "file", "line", "path", "message", "why", "fix", "source");
  }

  @Test
  void code_hosts_read_sarif() throws IOException {
    var run = CliRun.of("lint", "-f", CASES + "/impossible-pdb.bad.yaml", "-o", "sarif");

    var log = Json.JSON.readTree(run.out());
    assertThat(log.path("version").asText()).isEqualTo("2.1.0");
    assertThat(log.at("/runs/0/tool/driver/rules")).hasSize(Rules.all().size());
    var results = log.at("/runs/0/results");
    assertThat(results)
        .anySatisfy(
            result -> {
              assertThat(result.path("ruleId").asText()).isEqualTo("impossible-pdb");
              assertThat(result.path("level").asText()).isEqualTo("error");
              assertThat(result.at("/locations/0/physicalLocation/region/startLine").asInt())
                  .isPositive();
            });
  }

  @Test
  void rules_can_be_listed() {
    assertThat(CliRun.of("lint", "--list").out().lines()).hasSize(Rules.all().size());
  }

  private static Set<String> found(Path file) {
    var input = ManifestFiles.read(List.of(file.toString()), InputStream.nullInputStream());
    assertThat(input.problems()).isEmpty();
    return Linter.lint(input.documents(), Set.of()).stream()
        .map(finding -> finding.rule().id())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
