package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.InputProblem;
import karpenter.app.manifest.ManifestFiles;
import karpenter.app.manifest.ManifestWriter;

/// Manifests: what is accepted can be written and read again, and every field has a line.
final class YamlTarget implements Target {
  static final List<String> WORDS =
      List.of(
          "apiVersion: v1\n",
          "kind: List\n",
          "items:\n",
          "metadata:\n",
          "  name: a\n",
          "spec:\n",
          "- a\n",
          "  - ",
          "key: ",
          "<<: *a\n",
          "&a ",
          "*a ",
          "[",
          "{",
          "? ",
          "- ",
          "a: &a [*a]\n",
          "!!int ",
          "!!float ",
          "|\n",
          ">-\n",
          "\"",
          "'",
          "0x",
          "0b",
          "0o",
          "1:2",
          ".inf",
          "\u0000");

  private final List<byte[]> corpus =
      Corpus.files(
          List.of(".yaml", ".yml"),
          "examples",
          "app/src/test/resources",
          "api/src/main/resources",
          "deploy",
          "../shared/manifests");

  @Override
  public String name() {
    return "yaml";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return WORDS;
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    return new Grammar(random).yaml().getBytes(UTF_8);
  }

  static List<Document> documents(byte[] input) {
    var read = ManifestFiles.read(List.of("-"), new ByteArrayInputStream(input));
    Breach.unlessTold(read.problems().stream().map(InputProblem::problem).toList());
    long lines = lines(input);
    for (var problem : read.problems()) {
      Breach.unless(
          problem.line() >= 0 && problem.line() <= lines + 1, "a line of the file: %s", problem);
    }
    return read.documents();
  }

  @Override
  public void read(byte[] input) {
    long lines = lines(input);
    for (var document : documents(input)) {
      for (var path : List.of("", "metadata.name", "spec.template[0]", "a.b[3].c", "items[0]")) {
        int line = document.lineOf(path);
        Breach.unless(line >= 1 && line <= lines + 1, "line %d for %s", line, path);
      }
      var written = ManifestWriter.yaml(document.object());
      var again = documents(written.getBytes(UTF_8));
      // What was the item of a list may be a list itself, and null is no document.
      if (again.size() == 1) {
        Breach.unless(
            isEqual(document.object(), again.getFirst().object()),
            "read again as %s: %s",
            again.getFirst().object(),
            written);
      } else {
        Breach.unless(
            document.object().isNull()
                || document.object().has("items")
                || !document.object().isObject(),
            "written as %d documents: %s",
            again.size(),
            written);
      }
    }
  }

  /// YAML knows more line breaks than other texts.
  private static long lines(byte[] input) {
    return new String(input, UTF_8).split("\r\n|[\r\n\u0085\u2028\u2029]", -1).length;
  }

  /// Numbers are equal by value.
  static boolean isEqual(JsonNode one, JsonNode other) {
    return one.equals(
        (a, b) -> {
          if (a.isNumber() && b.isNumber()) {
            return a.decimalValue().compareTo(b.decimalValue());
          }
          return a.equals(b) ? 0 : 1;
        },
        other);
  }
}
