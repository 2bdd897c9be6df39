package karpenter.e2e.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/// One right: a verb on a resource.
///
/// @param scope `cluster`, or the kind of namespace it is limited to
/// @param resource with its subresource, and the one name it is limited to, if it is
record Rule(String scope, String group, String resource, String verb) implements Comparable<Rule> {
  private static final String NAMESPACED = ", in the release namespace";

  /// As `deploy/rbac.yaml` grants them.
  static List<Rule> granted() throws IOException {
    var rules = new ArrayList<Rule>();
    var yaml = new YAMLMapper();
    try (var parser = yaml.createParser(Tree.file("deploy/rbac.yaml").toFile());
        var documents = yaml.readerFor(JsonNode.class).<JsonNode>readValues(parser)) {
      while (documents.hasNext()) {
        var role = documents.next();
        var scope = role.path("kind").asText().equals("Role") ? "namespace" : "cluster";
        for (var rule : role.path("rules")) {
          rules.addAll(
              each(
                  scope,
                  texts(rule.path("apiGroups")),
                  named(texts(rule.path("resources")), texts(rule.path("resourceNames"))),
                  texts(rule.path("verbs"))));
        }
      }
    }
    return rules;
  }

  /// As the table in `docs/rbac.md` tells them.
  static List<Rule> documented() throws IOException {
    var rules = new ArrayList<Rule>();
    for (var line : Files.readAllLines(Tree.file("docs/rbac.md"))) {
      var cells = Stream.of(line.split("\\|")).map(String::strip).toList();
      if (!line.startsWith("|") || cells.get(1).equals("Group") || cells.get(1).startsWith("--")) {
        continue;
      }
      boolean isNamespaced = cells.get(1).endsWith(NAMESPACED);
      var group = cells.get(1).replace(NAMESPACED, "");
      rules.addAll(
          each(
              isNamespaced ? "namespace" : "cluster",
              List.of(group.equals("core") ? "" : group),
              List.of(cells.get(2).split(", ")),
              List.of(cells.get(3).split(" "))));
    }
    return rules;
  }

  /// Rights that somebody granted twice tell nobody anything.
  static List<Rule> repeated(List<Rule> rules) {
    var seen = new TreeSet<Rule>();
    return rules.stream().filter(rule -> !seen.add(rule)).toList();
  }

  private static List<Rule> each(
      String scope, List<String> groups, List<String> resources, List<String> verbs) {
    return groups.stream()
        .flatMap(
            group ->
                resources.stream()
                    .flatMap(
                        resource ->
                            verbs.stream().map(verb -> new Rule(scope, group, resource, verb))))
        .toList();
  }

  private static List<String> named(List<String> resources, List<String> names) {
    return names.isEmpty()
        ? resources
        : resources.stream()
            .flatMap(resource -> names.stream().map(name -> resource + "/" + name))
            .toList();
  }

  private static List<String> texts(JsonNode list) {
    return list.valueStream().map(JsonNode::asText).toList();
  }

  @Override
  public int compareTo(Rule other) {
    return toString().compareTo(other.toString());
  }
}
