package karpenter.app.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import karpenter.app.manifest.ManifestFiles.Input;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ManifestFilesTest {
  @TempDir Path directory;

  @Test
  void a_broken_document_costs_only_itself() {
    var text = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      text.append("---\nkind: Pod\nmetadata:\n  name: ")
          .append(i == 4 ? "[unclosed\n" : "p" + i + "\n");
    }

    var input = read(text.toString());

    assertThat(input.documents()).hasSize(9);
    assertThat(input.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.place()).isEqualTo("stdin:20");
              assertThat(problem.sentence()).contains("broken YAML at column");
            });
  }

  @Test
  void a_number_that_is_none_is_told_with_its_line() {
    var input = read("a: 1\nb: !!int x\nc: !!float y\nd: 1e999999999\ne: !!int 0x\n");

    assertThat(input.documents()).isEmpty();
    assertThat(input.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:2: b: found x; expected a whole number",
            "stdin:3: c: found y; expected a finite number, with an exponent of at most 1000",
            "stdin:4: d: found 1e999999999; expected a finite number, with an exponent of at most"
                + " 1000",
            "stdin:5: e: found 0x; expected a whole number");
  }

  @Test
  void a_number_without_end_in_json_is_told_with_its_line() {
    for (var number : List.of("1e30999999999999999", "1e999999999", "1e-99999")) {
      var input = read("{\n\"a\": " + number + "}");

      assertThat(input.documents()).isEmpty();
      assertThat(input.problems())
          .extracting(InputProblem::sentence)
          .singleElement()
          .asString()
          .startsWith("stdin:2")
          .contains("a number with an exponent above 1000");
    }
  }

  @Test
  void a_field_called_like_a_merge_is_written_and_read_again() {
    var object = only("\"<<\": {a: 1}\n").object();

    assertThat(only(ManifestWriter.yaml(object)).object()).isEqualTo(object);
  }

  @Test
  void texts_with_other_breaks_of_lines_are_written_and_read_again() {
    for (var odd : List.of("\u0085", "\u2028", "\u2029", "\uFEFF", "\uD83D\uDE00", "\r", "\0")) {
      for (var form :
          List.of("%s", "%sa", "a%s", "a%sb", "a\n%s", "%s\na", "a\n%s\n", " a\n%s b\n\n")) {
        var text = form.formatted(odd);
        var object = JsonNodeFactory.instance.objectNode();
        object.put(text, text).putArray("list").add(text).add(text);

        var written = ManifestWriter.yaml(object);

        assertThat(only(written).object()).as(written).isEqualTo(object);
      }
    }
  }

  @Test
  void texts_that_look_like_other_values_are_written_and_read_again() {
    var object = JsonNodeFactory.instance.objectNode();
    for (var text :
        List.of("1e3", "1E+5", "12e4", "0x1F", "0b11", "1_000", ".inf", "~", "<<", "=")) {
      object.put(text, text);
    }

    var written = ManifestWriter.yaml(object);

    assertThat(only(written).object()).as(written).isEqualTo(object);
    assertThat(written).contains("\"1e3\": \"1e3\"\n");
  }

  @Test
  void a_text_of_several_lines_stays_a_block() {
    var object = JsonNodeFactory.instance.objectNode().put("text", "a \uD83D\uDE00\n\nb: 1\n");

    assertThat(ManifestWriter.yaml(object)).isEqualTo("text: |\n  a \uD83D\uDE00\n\n  b: 1\n");
  }

  @Test
  void half_a_character_is_told_with_its_line() {
    var yaml = read("a: ok\nb: \"\\ud83d x\"\nc:\n  \"\\ude00\": 1\n");
    var json = read("{\"a\": 1}\n{\"b\": [1,\n\"x\\ud800\"]}");
    var key = read("{\"a\":\n{\"\\ud800\\ud800\": 1}}");

    assertThat(yaml.documents()).isEmpty();
    assertThat(yaml.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:2: b: found \\ud83d, half of a character; expected both halves, or none",
            "stdin:4: c: found \\ude00, half of a character; expected both halves, or none");
    assertThat(json.documents()).hasSize(1);
    assertThat(json.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:3: b[1]: found \\ud800, half of a character; expected both halves, or none");
    assertThat(key.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:1: a: found \\ud800, half of a character; expected both halves, or none");
    assertThat(only("a: \"\\ud83d\\ude00\"").object().path("a").asText()).isEqualTo("\uD83D\uDE00");
  }

  @Test
  void a_tag_that_its_value_does_not_fit_is_told_with_its_line() {
    var input = read("a: !!int\nb: !!float\nc: !!bool\nd: !!bool maybe\ne: !!null x\n");

    assertThat(input.documents()).isEmpty();
    assertThat(input.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:1: a: found !!int with nothing behind it; expected a whole number",
            "stdin:2: b: found !!float with nothing behind it; expected a finite number, with an"
                + " exponent of at most 1000",
            "stdin:3: c: found !!bool with nothing behind it; expected true or false",
            "stdin:4: d: found maybe; expected true or false",
            "stdin:5: e: found x; expected null");
    assertThat(only("{a: !!null , b: !!bool No, c: !!int 0x1F}").object().toString())
        .isEqualTo("{\"a\":null,\"b\":false,\"c\":31}");
  }

  @Test
  void a_tag_with_a_blank_at_its_end_is_told_with_its_line() {
    for (var tag : List.of("!!map%20", "!!map%00")) {
      var input = read("a: 1\nb: " + tag + "\n  c: 2\n---\nd: 3\n");

      assertThat(input.documents()).hasSize(1);
      assertThat(input.problems())
          .extracting(InputProblem::sentence)
          .containsExactly(
              "stdin:2: found broken YAML at column 4: a tag that begins or ends with blanks;"
                  + " expected a YAML document");
    }
  }

  @Test
  void not_a_number_in_braces_is_read_or_refused_as_in_a_block() {
    assertThat(only("{a: NaN}").object()).isEqualTo(only("a: NaN").object());
    assertThat(only("{\"a\": NaN}").object()).isEqualTo(only("a: NaN").object());
    assertThat(read("{a: .nan}").problems())
        .isEqualTo(read("a: .nan").problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:1: a: found .nan; expected a finite number, with an exponent of at most 1000");
    assertThat(read("{\"a\": NaN,\n\"b\": .nan}").problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:1: found broken JSON at column 10: Non-standard token 'NaN'; expected JSON"
                + " values");
  }

  @Test
  void a_byte_order_mark_alone_is_no_document() {
    for (var text : List.of("\uFEFF", "\uFEFF\uFEFF", "\uFEFF\uFEFF# a comment\n")) {
      var input = read(text);

      assertThat(input.documents()).isEmpty();
      assertThat(input.problems()).isEmpty();
    }
    assertThat(read("\uFEFF\uFEFF\n---\nkind: A\n").documents())
        .extracting(Document::source)
        .containsExactly("stdin:3");
  }

  @Test
  void every_document_knows_its_line() {
    var input = read("# a comment\n\nkind: A\n---\n# more\nkind: B\n--- {kind: C}\n");

    assertThat(input.documents())
        .extracting(Document::source)
        .containsExactly("stdin:3", "stdin:6", "stdin:7");
  }

  @Test
  void a_field_is_found_on_its_line() {
    var document =
        only(
            """
        kind: Pod
        metadata:
          labels:
            app: web
            app.kubernetes.io/name: web
        spec:
          containers:
          - name: a
            resources: {requests: {cpu: 1}}
          - name: b
        """);

    assertThat(document.lineOf("metadata.labels.app")).isEqualTo(4);
    assertThat(document.lineOf("metadata.labels[app.kubernetes.io/name]")).isEqualTo(5);
    assertThat(document.lineOf("metadata.labels.app.kubernetes.io/name")).isEqualTo(5);
    assertThat(document.lineOf("spec.containers[1].name")).isEqualTo(10);
    assertThat(document.lineOf("spec.containers[0].resources.requests.cpu")).isEqualTo(9);
  }

  @Test
  void a_missing_field_is_on_the_line_of_what_should_hold_it() {
    var document = only("kind: Pod\nspec:\n  containers:\n  - name: a\n");

    assertThat(document.lineOf("spec.containers[0].image")).isEqualTo(4);
    assertThat(document.lineOf("spec.nodeSelector")).isEqualTo(2);
    assertThat(document.lineOf("status.phase")).isEqualTo(1);
    assertThat(document.lineOf("")).isEqualTo(1);
  }

  @Test
  void a_doubled_key_is_reported_with_its_path_and_the_second_line() {
    var input = read("kind: Pod\nspec:\n  nodeName: a\n  priority: 1\n  nodeName: b\n");

    assertThat(input.documents()).isEmpty();
    assertThat(input.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            "stdin:5: spec.nodeName: found the key a second time; expected each key once");
  }

  @Test
  void words_mean_what_they_mean_to_kubectl() {
    var object =
        only("""
        yes: on
        number: 0.10
        octal: 0755
        large: 123456789012345678901234567890
        text: "1"
        date: 2024-01-01
        clock: 12:30:45
        nothing: ~
        tagged: !!str 7
        """)
            .object();

    assertThat(object.toString())
        .isEqualTo(
            "{\"yes\":true,\"number\":0.10,\"octal\":493,\"large\":123456789012345678901234567890,\"text\":\"1\","
                + "\"date\":\"2024-01-01\",\"clock\":\"12:30:45\",\"nothing\":null,\"tagged\":\"7\"}");
  }

  @Test
  void anchors_and_merge_keys_are_written_out() {
    var object =
        only("""
        base: &base {cpu: 1, memory: 1Gi}
        a: *base
        b:
          <<: *base
          cpu: 2
        """)
            .object();

    assertThat(object.path("a").path("memory").asText()).isEqualTo("1Gi");
    assertThat(object.path("b").path("memory").asText()).isEqualTo("1Gi");
    assertThat(object.path("b").path("cpu").asInt()).isEqualTo(2);
  }

  @Test
  void anchors_that_multiply_without_end_are_refused() {
    var text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
    for (int i = 1; i < 12; i++) {
      var alias = "*a" + (i - 1);
      text.append("a%d: &a%d [".formatted(i, i))
          .append(String.join(", ", java.util.Collections.nCopies(10, alias)))
          .append("]\n");
    }

    assertThat(read(text.toString()).problems()).isNotEmpty();
    assertThat(read("a: &a [*a]\n").problems()).isNotEmpty();
    assertThat(read("[".repeat(5000)).problems()).isNotEmpty();
  }

  @Test
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void merge_keys_that_multiply_without_end_are_refused() {
    var text = new StringBuilder("a0: &a0 {x: 1}\n");
    for (int i = 1; i <= 40; i++) {
      text.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    text.append("b:\n  <<: *a40\n");

    assertThat(read("b:\n  <<: [[{x: 1}]]\n").problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.place()).isEqualTo("stdin:2");
              assertThat(problem.problem().path()).isEqualTo("b");
              assertThat(problem.problem().found()).isEqualTo("<< of a list inside a list");
              assertThat(problem.problem().expected())
                  .isEqualTo("<< of a mapping or of a list of mappings");
            });
    assertThat(read(text.toString()).problems()).isNotEmpty();
  }

  @Test
  void a_merge_key_that_names_itself_is_refused() {
    assertThat(read("a: &a [*a]\nb: {<<: *a}\n").problems()).isNotEmpty();
    assertThat(read("a: &a {<<: *a}\n").problems()).isNotEmpty();
    assertThat(read("a: &a {<<: [*a, *a]}\n").problems()).isNotEmpty();
  }

  @Test
  void mistakes_that_anchors_multiply_are_not_told_a_million_times() {
    assertThat(read("a: &a [*a, *a]\n").problems()).hasSizeBetween(1, 100);
  }

  @Test
  void json_values_may_follow_each_other_and_know_their_lines() {
    var input = read("{\"kind\": \"A\"}\n{\n\t\"kind\": \"B\",\n\t\"spec\": {\"x\": [1,\n2]}}\n");

    assertThat(input.problems()).isEmpty();
    assertThat(input.documents())
        .extracting(Document::source)
        .containsExactly("stdin:1", "stdin:2");
    assertThat(input.documents().get(1).lineOf("spec.x[1]")).isEqualTo(5);
    assertThat(input.documents().get(1).lineOf("spec.y")).isEqualTo(4);
  }

  @Test
  void broken_json_keeps_what_came_before() {
    var input = read("{\"kind\": \"A\"}\n{\"kind\": \"B\",\n \"kind\": \"C\"}");

    assertThat(input.documents()).hasSize(1);
    assertThat(input.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.line()).isEqualTo(3);
              assertThat(problem.sentence()).contains("Duplicate field 'kind'");
            });
  }

  @Test
  void yaml_that_begins_with_a_brace_is_still_yaml() {
    assertThat(only("{kind: Pod}").object().path("kind").asText()).isEqualTo("Pod");
  }

  @Test
  void lists_are_taken_apart() {
    var input =
        read(
            """
        apiVersion: v1
        kind: PodList
        items:
        - metadata: {name: a}
        - metadata:
            name: b
        """);

    assertThat(input.documents())
        .extracting(Document::source)
        .containsExactly("stdin:4", "stdin:5");
    assertThat(input.documents().get(0).object().path("kind").asText()).isEqualTo("Pod");
    assertThat(input.documents().get(1).lineOf("metadata.name")).isEqualTo(6);
  }

  @Test
  void lists_in_json_know_the_lines_of_their_items() {
    var input =
        read(
            "{\"kind\": \"List\", \"items\": [\n{\"kind\": \"A\"},\n{\"kind\": \"B\", \"x\": 1}]}");

    assertThat(input.documents())
        .extracting(Document::source)
        .containsExactly("stdin:2", "stdin:3");
    assertThat(input.documents().get(1).lineOf("x")).isEqualTo(3);
  }

  @Test
  void directories_are_read_in_order_of_names_and_only_manifests() throws IOException {
    Files.createDirectories(directory.resolve("sub dir"));
    Files.writeString(directory.resolve("sub dir/b.yml"), "kind: B");
    Files.writeString(directory.resolve("a.yaml"), "kind: A");
    Files.writeString(directory.resolve("README.md"), "# no manifest: [");
    Files.writeString(directory.resolve(".hidden.yaml"), "[");

    var input = ManifestFiles.read(List.of(directory.toString()), InputStream.nullInputStream());

    assertThat(input.problems()).isEmpty();
    assertThat(input.documents())
        .extracting(document -> document.object().path("kind").asText())
        .containsExactly("A", "B");
  }

  @Test
  void what_cannot_be_opened_is_a_problem() throws IOException {
    Files.write(directory.resolve("latin.yaml"), new byte[] {(byte) 0xe4});
    Files.createDirectories(directory.resolve("empty"));

    var input =
        ManifestFiles.read(
            List.of(
                directory.resolve("missing.yaml").toString(),
                directory.resolve("latin.yaml").toString(),
                directory.resolve("empty").toString()),
            InputStream.nullInputStream());

    assertThat(input.problems())
        .extracting(problem -> problem.problem().found())
        .containsExactly(
            "no such file", "bytes that are no UTF-8 text", "a directory without manifests");
  }

  @Test
  void an_input_above_the_limit_is_named_and_the_others_are_read() throws IOException {
    Files.writeString(directory.resolve("a.yaml"), "kind: A");
    Files.writeString(directory.resolve("b.yaml"), "kind: " + "B".repeat(100));
    var endless = new SequenceInputStream(bytes("kind: C #"), new EndlessStream());

    var input = ManifestFiles.read(List.of(directory.toString(), "-"), endless, new InputText(100));

    assertThat(input.documents()).hasSize(1);
    assertThat(input.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            directory.resolve("b.yaml")
                + ": found more than 100 bytes; expected smaller files of YAML or JSON",
            "stdin: found more than 100 bytes; expected smaller files of YAML or JSON");
  }

  @Test
  void a_directory_that_may_not_be_read_is_named_and_the_others_are_read() throws IOException {
    Files.writeString(directory.resolve("a.yaml"), "kind: A");
    var secret = Files.createDirectories(directory.resolve("secret"));
    Files.setPosixFilePermissions(secret, Set.of());
    assumeFalse(Files.isReadable(secret), "root may read everything");

    var input = ManifestFiles.read(List.of(directory.toString()), InputStream.nullInputStream());

    assertThat(input.documents()).hasSize(1);
    assertThat(input.problems())
        .extracting(InputProblem::sentence)
        .containsExactly(
            secret + ": found no permission to read it; expected a readable file of YAML or JSON");
  }

  @Test
  void ten_megabytes_of_labels_are_read() {
    var text = new StringBuilder("kind: Pod\nmetadata:\n  labels:\n");
    for (int i = 0; text.length() < 10_000_000; i++)
      text.append("    key-%d: value-%d%n".formatted(i, i));

    assertThat(read(text.toString()).problems()).isEmpty();
  }

  private static Document only(String text) {
    var input = read(text);
    assertThat(input.problems()).isEmpty();
    assertThat(input.documents()).hasSize(1);
    return input.documents().getFirst();
  }

  private static Input read(String text) {
    return ManifestFiles.read(
        List.of("-"), new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static InputStream bytes(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private static final class EndlessStream extends InputStream {
    @Override
    public int read() {
      return 'x';
    }
  }
}
