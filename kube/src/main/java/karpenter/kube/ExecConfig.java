package karpenter.kube;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.kube.Connection.Unusable;

/// What a kubeconfig says of a program that fetches credentials.
final class ExecConfig {
  private static final Set<String> VERSIONS =
      Set.of("client.authentication.k8s.io/v1", "client.authentication.k8s.io/v1beta1");
  private static final String CLUSTER_CONFIG = "client.authentication.k8s.io/exec";

  private ExecConfig() {}

  /// @param cluster which the program may be told of
  static Credentials read(ConfigNode exec, ConfigNode cluster) throws Unusable {
    var version = exec.text("apiVersion").orElse("client.authentication.k8s.io/v1");
    if (!VERSIONS.contains(version)) {
      throw exec.child("apiVersion")
          .unusable(
              "is '%s', but should be one of %s"
                  .formatted(version, VERSIONS.stream().sorted().toList()));
    }
    // Nobody is there to answer a question.
    if (exec.text("interactiveMode").orElse("").equals("Always")) {
      throw exec.child("interactiveMode")
          .unusable(
              "is 'Always', but a controller has no terminal: use a program that asks nothing");
    }
    var program =
        new ExecPlugin(
            command(exec),
            environment(exec),
            info(version, exec.isSet("provideClusterInfo"), cluster),
            exec.text("installHint").orElse(""),
            ExecPlugin.LIMIT);
    return new ExecCredentials(program, InstantSource.system());
  }

  private static List<String> command(ConfigNode exec) throws Unusable {
    var program =
        exec.text("command")
            .orElseThrow(
                () -> exec.child("command").unusable("is not set: it should name a program"));
    // A bare name is looked up in PATH; a path is meant from where the file is.
    var command =
        new ArrayList<>(
            List.of(
                program.contains("/")
                    ? exec.child("command").beside(program).toString()
                    : program));
    for (var argument : exec.child("args").elements()) {
      command.add(argument.text().orElse(""));
    }
    return command;
  }

  private static Map<String, String> environment(ConfigNode exec) throws Unusable {
    var environment = new LinkedHashMap<String, String>();
    for (var entry : exec.child("env").elements()) {
      var name =
          entry
              .text("name")
              .orElseThrow(() -> entry.child("name").unusable("is not set: each entry needs one"));
      environment.put(name, entry.text("value").orElse(""));
    }
    return environment;
  }

  /// What the program is told in `KUBERNETES_EXEC_INFO`.
  private static ObjectNode info(String version, boolean isClusterTold, ConfigNode cluster)
      throws Unusable {
    var info = JsonNodeFactory.instance.objectNode();
    info.put("apiVersion", version).put("kind", "ExecCredential");
    var spec = info.putObject("spec").put("interactive", false);
    if (isClusterTold) {
      spec.set("cluster", cluster(cluster));
    }
    return info;
  }

  private static ObjectNode cluster(ConfigNode cluster) throws Unusable {
    var told = JsonNodeFactory.instance.objectNode();
    for (var field : List.of("server", "tls-server-name", "proxy-url")) {
      cluster.text(field).ifPresent(value -> told.put(field, value));
    }
    if (cluster.isSet("insecure-skip-tls-verify")) {
      told.put("insecure-skip-tls-verify", true);
    }
    var authorities = cluster.pem("certificate-authority");
    if (authorities.isPresent()) {
      try {
        told.put(
            "certificate-authority-data",
            authorities.get().text().getBytes(StandardCharsets.US_ASCII));
      } catch (IOException e) {
        throw cluster.child("certificate-authority").unusable(String.valueOf(e.getMessage()));
      }
    }
    for (var extension : cluster.child("extensions").elements()) {
      if (extension.text("name").orElse("").equals(CLUSTER_CONFIG)) {
        told.set("config", extension.value().path("extension"));
      }
    }
    return told;
  }
}
