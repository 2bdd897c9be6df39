package karpenter.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import karpenter.kube.Connection.Unusable;

/// A part of a kubeconfig file that knows where it comes from.
///
/// @param path such as `users[me].user`
record ConfigNode(Path file, String path, JsonNode value) {
  /// Where the file says nothing.
  static final ConfigNode ABSENT = new ConfigNode(Path.of(""), "", MissingNode.getInstance());

  ConfigNode child(String field) {
    return new ConfigNode(file, path.isEmpty() ? field : path + "." + field, value.path(field));
  }

  boolean isPresent() {
    return !value.isMissingNode() && !value.isNull();
  }

  List<ConfigNode> elements() throws Unusable {
    if (isPresent() && !value.isArray()) {
      throw unusable("is %s, but should be a list".formatted(kind()));
    }
    var elements = new ArrayList<ConfigNode>();
    for (var element : value) {
      elements.add(new ConfigNode(file, path + "[" + elements.size() + "]", element));
    }
    return elements;
  }

  /// Empty text is the same as none.
  Optional<String> text(String field) throws Unusable {
    return child(field).text();
  }

  Optional<String> text() throws Unusable {
    if (isPresent() && !value.isValueNode()) {
      throw unusable("is %s, but should be text".formatted(kind()));
    }
    return isPresent() && !value.asText().isEmpty()
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  boolean isSet(String field) throws Unusable {
    var flag = child(field);
    if (flag.isPresent() && !flag.value.isBoolean()) {
      throw flag.unusable("is '%s', but should be true or false".formatted(flag.value.asText()));
    }
    return flag.value.asBoolean();
  }

  /// Inline under `…-data`, or in a file that somebody may renew.
  Optional<TextSource> pem(String field) throws Unusable {
    var inline = text(field + "-data");
    if (inline.isPresent()) {
      return Optional.of(TextSource.fixed(child(field + "-data").decoded(inline.get())));
    }
    var named = text(field);
    if (named.isEmpty()) {
      return Optional.empty();
    }
    var source = new RenewedFile(child(field).beside(named.get()));
    try {
      // Better now than with the first request.
      source.text();
    } catch (IOException e) {
      throw child(field).unusable(String.valueOf(e.getMessage()));
    }
    return Optional.of(source);
  }

  private String decoded(String base64) throws Unusable {
    try {
      return new String(Base64.getMimeDecoder().decode(base64), StandardCharsets.US_ASCII);
    } catch (IllegalArgumentException e) {
      throw unusable("is not base64: it should be the PEM text, encoded");
    }
  }

  /// A path is meant from where the file is.
  Path beside(String name) throws Unusable {
    try {
      return file.resolveSibling(name);
    } catch (InvalidPathException e) {
      throw unusable("is no name that a file can have: " + e.getReason());
    }
  }

  /// What a request is to carry in a header.
  Optional<String> headerText(String field) throws Unusable {
    return child(field).headerText();
  }

  Optional<String> headerText() throws Unusable {
    var text = text();
    if (text.isPresent() && text.get().chars().anyMatch(Character::isISOControl)) {
      throw unusable("has a line break or another control character, which no request can carry");
    }
    return text;
  }

  private String kind() {
    return value.isObject() ? "a map" : value.isArray() ? "a list" : "'" + value.asText() + "'";
  }

  Unusable unusable(String why) {
    return new Unusable(file + ": " + (path.isEmpty() ? why : path + " " + why));
  }
}
