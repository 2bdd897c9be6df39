package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectionTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  @Test
  void the_current_context_decides() throws Exception {
    var connection = find(kubeconfig("token: secret"));

    assertThat(connection.server()).hasToString("https://example.com:6443");
    assertThat(connection.namespace()).contains("shop");
    assertThat(connection.credentials().shown(PATIENCE).authorization()).contains("Bearer secret");
  }

  @Test
  void a_token_file_is_meant_from_where_the_kubeconfig_is() throws Exception {
    Files.writeString(folder.resolve("token"), "from-file\n");

    var connection = find(kubeconfig("tokenFile: token"));

    assertThat(connection.credentials().shown(PATIENCE).authorization())
        .contains("Bearer from-file");
  }

  @Test
  void a_token_that_was_rejected_is_read_again() throws Exception {
    var file = Files.writeString(folder.resolve("token"), "old");
    var credentials = Credentials.token(new RenewedFile(file));
    var old = credentials.shown(PATIENCE);
    assertThat(old.authorization()).contains("Bearer old");
    Files.writeString(file, "new");
    assertThat(credentials.shown(PATIENCE)).isEqualTo(old);

    assertThat(credentials.rejected(old)).isTrue();

    assertThat(credentials.shown(PATIENCE).authorization()).contains("Bearer new");
  }

  @Test
  void a_rejected_token_is_replaced_within_the_same_request() throws Exception {
    var file = Files.writeString(folder.resolve("token"), "old");
    try (var server = new StubApiServer();
        var kube =
            new ApiServerKube(
                server.connection(Credentials.token(new RenewedFile(file))),
                new ApiServerKube.Options("karpenter/test", 100, 100, RequestListener.NONE))) {
      server.then(401, "{}").then(200, "{'metadata': {'name': 'a'}}");

      var answer =
          kube.get(
              karpenter.operator.kube.Resource.NODES,
              karpenter.operator.kube.ObjectKey.cluster("a"));

      assertThat(answer).isInstanceOf(karpenter.operator.kube.Answer.Done.class);
    }
  }

  @Test
  void a_program_may_fetch_the_token() throws Exception {
    var connection =
        find(
            kubeconfig(
                """
                exec:
                      apiVersion: client.authentication.k8s.io/v1
                      command: sh
                      args: [-c, 'echo "{\\"status\\": {\\"token\\": \\"$NAME-$(echo $KUBERNETES_EXEC_INFO | grep -c ExecCredential)\\"}}"']
                      env: [{name: NAME, value: fetched}]
                """));

    assertThat(connection.credentials().shown(PATIENCE).authorization())
        .contains("Bearer fetched-1");
  }

  @Test
  void a_program_that_fails_is_named() throws Exception {
    var connection = find(kubeconfig("exec: {command: 'false'}"));

    assertThatThrownBy(() -> connection.credentials().shown(PATIENCE).authorization())
        .hasMessage("false ended with 1");
  }

  @Test
  void what_is_not_supported_is_said() {
    assertThatThrownBy(() -> find(kubeconfig("auth-provider: {name: oidc}")))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessageContaining("auth-provider");
  }

  @Test
  void a_context_that_is_missing_is_named() throws Exception {
    var file =
        Files.writeString(folder.resolve("empty"), "current-context: nowhere\ncontexts: []\n");

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessageContaining("'nowhere'");
  }

  @Test
  void the_named_file_goes_before_the_environment() throws Exception {
    var named = kubeconfig("token: named");
    var environment = Map.of("KUBECONFIG", folder.resolve("other").toString());

    assertThat(
            Connection.find(Optional.of(named), environment)
                .credentials()
                .shown(PATIENCE)
                .authorization())
        .contains("Bearer named");
    assertThatThrownBy(() -> Connection.find(Optional.empty(), environment))
        .hasMessageContaining("other");
  }

  @Test
  void without_any_it_says_where_it_looked() {
    assertThatThrownBy(() -> Connection.find(Optional.empty(), Map.of("HOME", folder.toString())))
        .hasMessageContaining("KUBECONFIG")
        .hasMessageContaining(".kube");
  }

  private static Connection find(Path file) throws Connection.Unusable {
    return Connection.find(Optional.of(file), Map.of());
  }

  private Path kubeconfig(String user) throws Exception {
    return Files.writeString(
        folder.resolve("config"),
        """
        apiVersion: v1
        kind: Config
        current-context: here
        contexts:
        - name: elsewhere
          context: {cluster: other, user: me}
        - name: here
          context: {cluster: ours, user: me, namespace: shop}
        clusters:
        - name: other
          cluster: {server: 'https://other.example.com'}
        - name: ours
          cluster: {server: 'https://example.com:6443/', insecure-skip-tls-verify: true}
        users:
        - name: me
          user:
            %s
        """
            .formatted(user));
  }
}
