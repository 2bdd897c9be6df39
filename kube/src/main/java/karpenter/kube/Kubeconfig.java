package karpenter.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import karpenter.kube.Connection.Unusable;

/// A kubeconfig file: its current context. What we do not understand is an error, because guessing
/// could mean talking to the wrong cluster.
final class Kubeconfig {
  private final Path file;
  private final JsonNode root;

  private Kubeconfig(Path file, JsonNode root) {
    this.file = file;
    this.root = root;
  }

  static Connection read(Path file) throws Unusable {
    try {
      var root = new YAMLMapper().readTree(Connection.readText(file));
      return new Kubeconfig(file.toAbsolutePath(), root).connection();
    } catch (JsonProcessingException e) {
      throw new Unusable(file + " is no YAML: " + e.getOriginalMessage(), e);
    }
  }

  private Connection connection() throws Unusable {
    var context = named("contexts", "context", text(root, "current-context").orElse(""));
    var cluster = named("clusters", "cluster", text(context, "cluster").orElse(""));
    var user = named("users", "user", text(context, "user").orElse(""));
    var server = text(cluster, "server").orElseThrow(() -> unusable("its cluster has no server"));
    if (text(cluster, "tls-server-name").isPresent()) {
      throw unusable("tls-server-name is not supported");
    }
    return new Connection(
        URI.create(server.endsWith("/") ? server.substring(0, server.length() - 1) : server),
        tls(cluster, user),
        credentials(user),
        text(context, "namespace"),
        text(cluster, "proxy-url").map(URI::create));
  }

  private SSLContext tls(JsonNode cluster, JsonNode user) throws Unusable {
    var certificate = pem(user, "client-certificate");
    var key = pem(user, "client-key");
    if (certificate.isPresent() != key.isPresent()) {
      throw unusable("a client certificate and its key only work together");
    }
    var identity = certificate.map(shown -> new Tls.Identity(shown, key.orElseThrow()));
    return cluster.path("insecure-skip-tls-verify").asBoolean()
        ? Tls.trustingAnyone(identity)
        : Tls.trusting(pem(cluster, "certificate-authority"), identity);
  }

  private Credentials credentials(JsonNode user) throws Unusable {
    var file = text(user, "tokenFile");
    if (file.isPresent()) {
      return new Credentials.TokenFile(beside(file.get()));
    }
    var token = text(user, "token");
    if (token.isPresent()) {
      return Credentials.token(token.get());
    }
    if (user.path("exec").isObject()) {
      return exec(user.path("exec"));
    }
    if (user.has("auth-provider")) {
      throw unusable("auth-provider is not supported; use exec");
    }
    var name = text(user, "username");
    return name.isPresent()
        ? Credentials.password(name.get(), text(user, "password").orElse(""))
        : Credentials.NONE;
  }

  private Credentials exec(JsonNode exec) throws Unusable {
    var program = text(exec, "command").orElseThrow(() -> unusable("its exec has no command"));
    // A bare name is looked up in PATH; a path is meant from where the file is.
    var command =
        new ArrayList<>(List.of(program.contains("/") ? beside(program).toString() : program));
    exec.path("args").forEach(argument -> command.add(argument.asText()));
    var environment = new LinkedHashMap<String, String>();
    exec.path("env")
        .forEach(
            entry -> environment.put(entry.path("name").asText(), entry.path("value").asText()));
    return new ExecCredentials(
        command,
        environment,
        text(exec, "apiVersion").orElse("client.authentication.k8s.io/v1"),
        InstantSource.system());
  }

  private JsonNode named(String list, String value, String name) throws Unusable {
    for (var entry : root.path(list)) {
      if (entry.path("name").asText().equals(name)) {
        return entry.path(value);
      }
    }
    throw unusable("%s has no entry named '%s'".formatted(list, name));
  }

  /// Inline under `…-data`, or in a file.
  private Optional<String> pem(JsonNode node, String field) throws Unusable {
    var inline = text(node, field + "-data");
    if (inline.isPresent()) {
      try {
        var bytes = Base64.getMimeDecoder().decode(inline.get());
        return Optional.of(new String(bytes, StandardCharsets.US_ASCII));
      } catch (IllegalArgumentException e) {
        throw unusable(field + "-data is not base64");
      }
    }
    var path = text(node, field);
    return path.isPresent()
        ? Optional.of(Connection.readText(beside(path.get())))
        : Optional.empty();
  }

  private Path beside(String path) {
    return file.resolveSibling(path);
  }

  private static Optional<String> text(JsonNode node, String field) {
    var value = node.path(field);
    return value.isValueNode() && !value.isNull() && !value.asText().isEmpty()
        ? Optional.of(value.asText())
        : Optional.empty();
  }

  private Unusable unusable(String why) {
    return new Unusable(file + ": " + why);
  }
}
