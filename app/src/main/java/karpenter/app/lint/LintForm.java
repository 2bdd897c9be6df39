package karpenter.app.lint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Locale;
import karpenter.api.Json;

/// How findings are written.
enum LintForm {
  TEXT,
  JSON,
  /// What code hosts show beside the lines of a pull request.
  SARIF;

  String render(List<Finding> findings) {
    return switch (this) {
      case TEXT -> text(findings);
      case JSON -> pretty(json(findings));
      case SARIF -> pretty(sarif(findings));
    };
  }

  private static String text(List<Finding> findings) {
    var out = new StringBuilder();
    for (var finding : findings) {
      out.append(finding.sentence()).append('\n');
      out.append("    why: ").append(finding.rule().why()).append('\n');
      out.append("    fix: ").append(finding.rule().fix()).append('\n');
      out.append("    source: ").append(finding.rule().source()).append('\n');
    }
    return out.append(summary(findings)).append('\n').toString();
  }

  private static String summary(List<Finding> findings) {
    if (findings.isEmpty()) {
      return "nothing found";
    }
    return "%d errors, %d warnings, %d pieces of advice"
        .formatted(
            count(findings, Severity.ERROR),
            count(findings, Severity.WARNING),
            count(findings, Severity.ADVICE));
  }

  private static long count(List<Finding> findings, Severity severity) {
    return findings.stream().filter(finding -> finding.rule().severity() == severity).count();
  }

  private static JsonNode json(List<Finding> findings) {
    var list = JsonNodeFactory.instance.arrayNode();
    for (var finding : findings) {
      list.addObject()
          .put("rule", finding.rule().id())
          .put("severity", finding.rule().severity().toString())
          .put("file", finding.file())
          .put("line", finding.line())
          .put("object", finding.object())
          .put("path", finding.path())
          .put("message", finding.message())
          .put("why", finding.rule().why())
          .put("fix", finding.rule().fix())
          .put("source", finding.rule().source());
    }
    return list;
  }

  private static JsonNode sarif(List<Finding> findings) {
    var log = JsonNodeFactory.instance.objectNode();
    log.put("$schema", "https://json.schemastore.org/sarif-2.1.0.json").put("version", "2.1.0");
    var run = log.putArray("runs").addObject();
    var driver = run.putObject("tool").putObject("driver").put("name", "karpenter lint");
    var rules = driver.putArray("rules");
    for (var rule : Rules.all()) {
      var entry = rules.addObject().put("id", rule.id());
      entry.putObject("shortDescription").put("text", rule.why());
      entry.putObject("help").put("text", rule.fix() + " Source: " + rule.source() + ".");
      entry.putObject("defaultConfiguration").put("level", level(rule.severity()));
    }
    var results = run.putArray("results");
    for (var finding : findings) {
      var result = results.addObject().put("ruleId", finding.rule().id());
      result.put("level", level(finding.rule().severity()));
      result
          .putObject("message")
          .put("text", finding.object() + ": " + finding.message() + ". " + finding.rule().fix());
      var place = result.putArray("locations").addObject().putObject("physicalLocation");
      place.putObject("artifactLocation").put("uri", finding.file());
      place.putObject("region").put("startLine", Math.max(1, finding.line()));
    }
    return log;
  }

  private static String level(Severity severity) {
    return switch (severity) {
      case ERROR -> "error";
      case WARNING -> "warning";
      case ADVICE -> "note";
    };
  }

  private static String pretty(JsonNode tree) {
    try {
      return Json.JSON.writerWithDefaultPrettyPrinter().writeValueAsString(tree) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree can always be written", e);
    }
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
