package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ExecPluginTest {
  private static final ObjectNode INFO =
      JsonNodeFactory.instance
          .objectNode()
          .put("apiVersion", "client.authentication.k8s.io/v1")
          .put("kind", "ExecCredential");

  @TempDir Path folder;

  @Test
  void one_that_does_not_end_is_ended_with_all_it_started() throws Exception {
    var pids = folder.resolve("pids");
    var script = "sleep 600 & echo $! $$ > %s; wait".formatted(pids);

    assertThatThrownBy(() -> plugin(script, Duration.ofSeconds(2)).fetch())
        .hasMessage("sh did not end within PT2S");

    for (var pid : Files.readString(pids).strip().split(" ", -1)) {
      // It may still be known, but it must be ending.
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(process -> process.onExit().join());
    }
  }

  @Test
  void why_it_failed_is_said() {
    assertThatThrownBy(() -> plugin("echo not logged in >&2; exit 3").fetch())
        .hasMessage("sh ended with 3: not logged in");
  }

  @Test
  void one_that_is_not_there_says_where_to_get_it() {
    var plugin =
        new ExecPlugin(
            List.of("no-such-program"), Map.of(), INFO, "see example.com", Duration.ofSeconds(50));

    assertThatThrownBy(plugin::fetch)
        .hasMessageContaining("no-such-program")
        .hasMessageEndingWith("(see example.com)");
  }

  @Test
  void a_long_answer_does_not_fill_the_pipe() throws Exception {
    var token = "x".repeat(200_000);
    Files.writeString(folder.resolve("answer"), "{\"status\": {\"token\": \"" + token + "\"}}");

    var fetched = plugin("cat " + folder.resolve("answer")).fetch();

    assertThat(fetched.shown().authorization()).contains("Bearer " + token);
  }

  @Test
  void it_may_give_a_certificate_that_expires() throws Exception {
    var fetched =
        answer(
            """
            {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
             "status": {"clientCertificateData": "certificate", "clientKeyData": "key",
                        "expirationTimestamp": "2030-01-01T14:00:00+02:00"}}
            """);

    assertThat(fetched.shown().identity()).contains(new Tls.Identity("certificate", "key"));
    assertThat(fetched.expires()).isEqualTo(Instant.parse("2030-01-01T12:00:00Z"));
  }

  @Test
  void answers_that_cannot_be_used_are_named() {
    assertThatThrownBy(() -> answer("{\"status\": {}}"))
        .hasMessage("sh gave neither a token nor a certificate");
    assertThatThrownBy(() -> answer("{\"status\": {\"clientKeyData\": \"key\"}}"))
        .hasMessage("sh gave only one of clientCertificateData and clientKeyData");
    assertThatThrownBy(() -> answer("login:")).hasMessage("sh did not answer in JSON");
    assertThatThrownBy(
            () -> answer("{\"status\": {\"token\": \"t\", \"expirationTimestamp\": \"noon\"}}"))
        .hasMessageContaining("expirationTimestamp is 'noon'");
    assertThatThrownBy(() -> answer("{\"apiVersion\": \"client.authentication.k8s.io/v1beta1\"}"))
        .hasMessageContaining("v1beta1");
  }

  @Test
  void it_is_told_of_the_cluster_if_it_wants() throws Exception {
    var told = folder.resolve("told");
    var file =
        Files.writeString(
            folder.resolve("config"),
            """
            current-context: here
            contexts: [{name: here, context: {cluster: ours, user: me}}]
            clusters:
            - name: ours
              cluster:
                server: https://example.com:6443
                insecure-skip-tls-verify: true
                extensions:
                - name: client.authentication.k8s.io/exec
                  extension: {audience: shop}
            users:
            - name: me
              user:
                exec:
                  apiVersion: client.authentication.k8s.io/v1beta1
                  interactiveMode: IfAvailable
                  provideClusterInfo: true
                  command: sh
                  args: [-c, 'echo "$KUBERNETES_EXEC_INFO" > %s; echo "{\\"status\\": {\\"token\\": \\"t\\"}}"']
            """
                .formatted(told));

    var connection = Connection.find(java.util.Optional.of(file), Map.of());
    connection.credentials().shown(Duration.ofSeconds(50));

    assertThat(new ObjectMapper().readTree(told.toFile()))
        .hasToString(
            "{\"apiVersion\":\"client.authentication.k8s.io/v1beta1\",\"kind\":\"ExecCredential\","
                + "\"spec\":{\"interactive\":false,\"cluster\":{\"server\":\"https://example.com:6443\","
                + "\"insecure-skip-tls-verify\":true,\"config\":{\"audience\":\"shop\"}}}}");
  }

  private ExecCredentials.Fetched answer(String json) throws Exception {
    Files.writeString(folder.resolve("answer"), json);
    return plugin("cat " + folder.resolve("answer")).fetch();
  }

  private static ExecPlugin plugin(String script) {
    return plugin(script, Duration.ofSeconds(50));
  }

  private static ExecPlugin plugin(String script, Duration limit) {
    return new ExecPlugin(List.of("sh", "-c", script), Map.of(), INFO, "", limit);
  }
}
