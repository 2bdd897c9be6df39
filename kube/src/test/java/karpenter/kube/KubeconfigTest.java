package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import okhttp3.Protocol;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class KubeconfigTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path folder;

  @Test
  void acting_as_somebody_else_is_asked_for_in_headers() throws Exception {
    var connection =
        find(
            config(
                "server: 'https://example.com'",
                "{token: t, as: ann, as-uid: u-1, as-groups: [a, b], as-user-extra: {Example.com/Team: [red]}}"));

    assertThat(connection.headers())
        .containsExactly(
            new Connection.Header("Impersonate-User", "ann"),
            new Connection.Header("Impersonate-Uid", "u-1"),
            new Connection.Header("Impersonate-Group", "a"),
            new Connection.Header("Impersonate-Group", "b"),
            new Connection.Header("Impersonate-Extra-example.com%2fteam", "red"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "server: 'https://a:99999' | {} | clusters[ours].cluster.server",
        "server: 'https://a:0' | {} | clusters[ours].cluster.server",
        "server: 'https://a?b=c' | {} | clusters[ours].cluster.server",
        "server: 'https://[::1%009]:80' | {} | clusters[ours].cluster.server",
        "server: 'https://a' | {as: a, as-user-extra: b} | users[me].user.as-user-extra",
        "server: 'https://a' | {token: \"a\\nb\"} | users[me].user.token",
        "server: 'https://a' | {token: ü} | users[me].user.token",
        "server: 'https://a' | {tokenFile: \"a\\0b\"} | users[me].user.tokenFile",
        "server: 'https://a' | {as: \"a\\nb\"} | users[me].user.as",
        "server: 'https://a' | {as: a, as-groups: [\"\\x01\"]} | users[me].user.as-groups[0]",
        "server: 'https://a' | {exec: {command: \"./a\\0\"}} | users[me].user.exec.command",
        "{server: 'https://a', certificate-authority: \"\\0\"} | {} | certificate-authority",
        "{server: 'https://a', proxy-url: 'http://b:99999'} | {} | proxy-url",
      })
  void what_no_request_could_carry_is_told_with_its_place(String cluster, String user, String place)
      throws Exception {
    var file = config(cluster, user);

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessageStartingWith(file.toString())
        .hasMessageContaining(place);
  }

  @Test
  void a_file_that_ends_within_an_escape_is_no_yaml() throws Exception {
    var file = write("config", "current-context: \"a\\u");

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessageStartingWith(file + " is no YAML: ")
        .hasMessageNotContaining("java.");
  }

  @Test
  void groups_to_act_as_need_a_user() throws Exception {
    var file = config("server: 'https://example.com'", "{token: t, as-groups: [a]}");

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessage(file + ": users[me].user has as-uid, as-groups or as-user-extra, but no as");
  }

  @ParameterizedTest
  @CsvSource({
    "http://proxy:3128, http://proxy:3128",
    "http://proxy, http://proxy:80",
    "socks5://proxy, socks5://proxy:1080",
  })
  void a_proxy_may_be_named(String url, String proxy) throws Exception {
    var connection =
        find(config("{server: 'https://example.com', proxy-url: '" + url + "'}", "{}"));

    assertThat(connection.proxy().map(ServerProxy::toString)).contains(proxy);
  }

  @Test
  void a_proxy_of_another_kind_is_refused() throws Exception {
    var file = config("{server: 'https://example.com', proxy-url: 'https://u:secret@proxy'}", "{}");

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessageContaining("clusters[ours].cluster.proxy-url")
        .hasMessageContaining("use http:// or socks5://")
        .hasMessageNotContaining("secret");
  }

  @Test
  void the_environment_may_name_a_proxy_and_exceptions() throws Exception {
    var environment = Map.of("HTTPS_PROXY", "proxy:3128", "NO_PROXY", "10.0.0.0/8,.internal");

    assertThat(EnvironmentProxy.of(environment, URI.create("https://example.com")))
        .map(ServerProxy::toString)
        .contains("http://proxy:3128");
    for (var near : new String[] {"10.1.2.3", "api.internal", "127.0.0.1", "localhost"}) {
      assertThat(EnvironmentProxy.of(environment, URI.create("https://" + near))).isEmpty();
    }
  }

  @Test
  void of_several_files_the_first_to_name_something_wins() throws Exception {
    var first =
        write(
            "first",
            """
            users: [{name: me, user: {token: first}}]
            contexts: [{name: here, context: {cluster: ours, user: me}}]
            """);
    var second =
        write(
            "second",
            """
            current-context: here
            users: [{name: me, user: {token: second}}]
            clusters: [{name: ours, cluster: {server: 'https://second.example.com'}}]
            """);
    var several =
        String.join(
            File.pathSeparator,
            first.toString(),
            folder.resolve("missing").toString(),
            second.toString());

    var connection = Connection.find(Optional.empty(), Map.of("KUBECONFIG", several));

    assertThat(connection.server()).hasToString("https://second.example.com");
    assertThat(connection.credentials().shown(PATIENCE).authorization()).contains("Bearer first");
  }

  @Test
  void the_certificate_may_be_made_out_to_another_name() throws Exception {
    try (var server = new TlsApiServer("api.example.com", Protocol.HTTP_2, Protocol.HTTP_1_1)) {
      write("ca.pem", server.certificate.certificatePem());
      var cluster =
          "{server: 'https://127.0.0.1:%d', certificate-authority: ca.pem, tls-server-name: %s}";

      assertThat(asked(find(config(cluster.formatted(server.port(), "api.example.com"), "{}"))))
          .isEqualTo("NotFound[]");
      assertThat(asked(find(config(cluster.formatted(server.port(), "other.example.com"), "{}"))))
          .contains("not verified");
    }
  }

  @Test
  void a_file_that_somebody_renews_is_read_again_after_a_minute() throws Exception {
    var ticks = new AtomicLong();
    var file = write("token", "old");
    var renewed = new RenewedFile(file, ticks::get);
    assertThat(renewed.text()).isEqualTo("old");
    Files.writeString(file, "new");

    ticks.set(Duration.ofSeconds(59).toNanos());
    assertThat(renewed.text()).isEqualTo("old");
    ticks.set(Duration.ofSeconds(60).toNanos());
    assertThat(renewed.text()).isEqualTo("new");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{server: 'https://h', insecure-skip-tls-verify: maybe} | {} | clusters[ours].cluster.insecure-skip-tls-verify is 'maybe', but should be true or false",
        "{server: h} | {} | clusters[ours].cluster.server is 'h', but should be https://host:port",
        "{} | {} | clusters[ours].cluster.server is not set: it should be https://host:port",
        "{server: 'https://h'} | {token: [a]} | users[me].user.token is a list, but should be text",
        "{server: 'https://h'} | {exec: {command: a, args: b}} | users[me].user.exec.args is 'b', but should be a list",
      })
  void what_cannot_be_used_is_said_with_file_and_field(String cluster, String user, String message)
      throws Exception {
    var file = config(cluster, user);

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessage(file + ": " + message);
  }

  @Test
  void aliases_are_refused_and_so_cannot_multiply() throws Exception {
    var bomb = new StringBuilder("a0: &a0 [x, x]\n");
    for (int i = 1; i < 60; i++) {
      bomb.append("a%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
    }
    var file = write("bomb", bomb.toString());

    assertThatThrownBy(() -> find(file))
        .isInstanceOf(Connection.Unusable.class)
        .hasMessage(
            file + ": line 2 has the YAML alias *a0, which is not supported: write the value out");
  }

  private static String asked(Connection connection) throws InterruptedException {
    var options = new ApiServerKube.Options("karpenter/test", 100, 100, RequestListener.NONE);
    try (var kube = new ApiServerKube(connection, options)) {
      Answer answer = kube.get(Resource.NODES, ObjectKey.cluster("a"));
      return answer.toString();
    } catch (Unreachable unreachable) {
      return String.valueOf(unreachable.getMessage());
    }
  }

  private static Connection find(Path file) throws Connection.Unusable {
    return Connection.find(Optional.of(file), Map.of());
  }

  private Path config(String cluster, String user) throws Exception {
    var inline = cluster.startsWith("{") ? cluster : "{" + cluster + "}";
    return write(
        "config",
        """
        current-context: here
        contexts: [{name: here, context: {cluster: ours, user: me}}]
        clusters: [{name: ours, cluster: %s}]
        users: [{name: me, user: %s}]
        """
            .formatted(inline, user));
  }

  private Path write(String name, String text) throws Exception {
    return Files.writeString(folder.resolve(name), text);
  }
}
