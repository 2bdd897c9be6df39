package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import karpenter.kube.Connection;
import karpenter.kube.KubeDoor;

/// Kubeconfig files. Programs that they name are never started: only what a request would carry is
/// looked at, and credentials that a program fetches are not asked for.
final class KubeconfigTarget implements Target {
  private static final String COMPLETE =
      """
      apiVersion: v1
      kind: Config
      current-context: here
      contexts:
      - name: here
        context: {cluster: c, user: u, namespace: shop}
      - name: there
        context: {cluster: d, user: v}
      clusters:
      - name: c
        cluster:
          server: https://10.0.0.1:6443
          insecure-skip-tls-verify: true
          tls-server-name: api
          proxy-url: http://me:pw@proxy:3128
      - name: d
        cluster: {server: "http://localhost:8080/prefix", certificate-authority: ca.pem}
      users:
      - name: u
        user:
          token: abc.def
          as: somebody
          as-uid: "7"
          as-groups: [a, b]
          as-user-extra: {scopes: [x, y], "a/b": [z]}
      - name: v
        user: {username: me, password: secret}
      """;

  private final Path file;

  private final List<byte[]> corpus =
      Corpus.texts(
          COMPLETE,
          COMPLETE.replace("current-context: here", "current-context: there"),
          COMPLETE.replace("token: abc.def", "tokenFile: token"),
          COMPLETE.replace(
              "token: abc.def", "client-certificate-data: LS0tLQ==\n    client-key-data: LS0tLQ=="),
          COMPLETE.replace(
              "token: abc.def",
              """
              exec:
                    apiVersion: client.authentication.k8s.io/v1
                    command: /nonexistent/fuzz
                    args: [a]
                    env: [{name: A, value: b}]
                    interactiveMode: Never
                    provideClusterInfo: true"""),
          "{\"apiVersion\":\"v1\",\"kind\":\"Config\",\"current-context\":\"a\",\"contexts\":[{\"name\":\"a\",\"context\":{\"cluster\":\"a\"}}],\"clusters\":[{\"name\":\"a\",\"cluster\":{\"server\":\"http://[::1]:80\"}}]}");

  KubeconfigTarget() {
    try {
      file = Files.createTempDirectory("fuzz").resolve("config");
      file.toFile().deleteOnExit();
      var _ = file.getParent().toFile();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "kubeconfig";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "https://",
        "http://a:99999",
        "http://a:-1",
        "http://[::1",
        "http://ü",
        "socks5://",
        "\"a\\0b\"",
        "\"a\\nb\"",
        "ü",
        "[]",
        "{}",
        "null",
        "true",
        "&a ",
        "*a",
        "token: ",
        "tokenFile: ",
        "certificate-authority-data: ",
        "client-key: ",
        "exec:\n      ",
        "as: ",
        "proxy-url: ",
        "server: ",
        "name: ",
        "%zz",
        "@",
        "/",
        "..");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    return random.nextInt(4) == 0
        ? new Grammar(random).yaml().getBytes(UTF_8)
        : new Mutation(random, List.of(), words()).of(corpus.get(random.nextInt(corpus.size())));
  }

  @Override
  public void read(byte[] input) throws Exception {
    Files.write(file, input);
    try {
      KubeDoor.request(file, Map.of());
    } catch (Connection.Unusable refused) {
      var message = String.valueOf(refused.getMessage());
      Breach.unless(message.contains(file.toString()), "the file is named: %s", message);
      Breach.unless(!message.contains("java.lang"), "no class is named: %s", message);
    }
  }
}
