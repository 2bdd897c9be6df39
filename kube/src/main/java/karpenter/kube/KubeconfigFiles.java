package karpenter.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.kube.Connection.Unusable;

/// One kubeconfig made of several files, as kubectl does: the first to set a value or to name an
/// entry wins, and a file that is missing is passed over as long as there is another.
record KubeconfigFiles(List<ConfigNode> files) {
  private static final YAMLMapper YAML = new YAMLMapper();

  static KubeconfigFiles read(List<Path> paths) throws Unusable {
    var files = new ArrayList<ConfigNode>();
    for (var path : paths) {
      if (paths.size() == 1 || Files.exists(path)) {
        files.add(read(path));
      }
    }
    if (files.isEmpty()) {
      throw new Unusable("none of the files of KUBECONFIG exists: " + paths);
    }
    return new KubeconfigFiles(files);
  }

  private static ConfigNode read(Path path) throws Unusable {
    var file = path.toAbsolutePath();
    try {
      var yaml = Files.readString(path);
      refuseAliases(file, yaml);
      var root = new ConfigNode(file, "", YAML.readTree(yaml));
      if (root.isPresent() && !root.value().isObject()) {
        throw root.unusable("is no kubeconfig: it should be a map with clusters, users, contexts");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw new Unusable(file + " is no YAML: " + message(e), e);
    } catch (IOException e) {
      throw new Unusable("cannot read " + file + ": " + e, e);
    }
  }

  /// Without the exception of Java that a file brings up when it ends within an escape.
  private static String message(JsonProcessingException e) {
    return e.getOriginalMessage().split(": failed to tokenize due to", 2)[0];
  }

  /// Jackson would take an alias for the text of its name. Following aliases is no better: a few
  /// lines of them can stand for more than memory holds.
  private static void refuseAliases(Path file, String yaml) throws IOException, Unusable {
    try (var parser = YAML.getFactory().createParser(yaml)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          throw new Unusable(
              "%s: line %d has the YAML alias *%s, which is not supported: write the value out"
                  .formatted(file, parser.currentLocation().getLineNr(), parser.getText()));
        }
      }
    }
  }

  Optional<String> text(String field) throws Unusable {
    for (var file : files) {
      var text = file.text(field);
      if (text.isPresent()) {
        return text;
      }
    }
    return Optional.empty();
  }

  /// An entry of one of the lists of named things.
  ///
  /// @param list such as `clusters`, whose entries hold a `cluster`
  /// @param wanted by whom it is asked for
  ConfigNode named(String list, String name, String wanted) throws Unusable {
    var field = list.substring(0, list.length() - 1);
    var others = new ArrayList<String>();
    for (var file : files) {
      for (var entry : file.child(list).elements()) {
        var found = entry.text("name").orElse("");
        if (found.equals(name)) {
          return new ConfigNode(
              file.file(), "%s[%s].%s".formatted(list, name, field), entry.value().path(field));
        }
        others.add(found);
      }
    }
    throw new Unusable(
        "%s: %s names '%s', but %s has no entry of that name%s"
            .formatted(where(), wanted, name, list, others.isEmpty() ? "" : ", only " + others));
  }

  String where() {
    return String.join(", ", files.stream().map(file -> file.file().toString()).toList());
  }
}
