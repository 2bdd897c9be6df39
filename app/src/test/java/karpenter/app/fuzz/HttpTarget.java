package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.app.http.HttpDoor;

/// Requests to our own pages.
final class HttpTarget implements Target {
  private final List<byte[]> corpus =
      Corpus.texts(
          "GET /healthz HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n",
          "GET /debug/pprof/heap?seconds=5&x=%20y HTTP/1.0\r\nConnection: close\r\n\r\n",
          "HEAD //a/b HTTP/1.1\r\nAccept-Encoding: gzip\r\n\r\n",
          "POST / HTTP/1.1\r\nContent-Length: 3\r\n\r\nabcGET / HTTP/1.1\r\n\r\n",
          "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
          "GET http://host/path?a=b#c HTTP/1.1\r\nX: y\r\n\r\n");

  @Override
  public String name() {
    return "http";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "GET ",
        "/",
        "//",
        "?",
        "&",
        "=",
        "%",
        "%zz",
        "%00",
        "%ff",
        " HTTP/1.1\r\n",
        "\r\n",
        "\n",
        "Content-Length: ",
        "Transfer-Encoding: chunked\r\n",
        "Host: a\r\n",
        ": ",
        "a: b\r\n",
        "#",
        "..",
        "[::1]",
        "*",
        "http:",
        "mailto:a",
        "?a",
        "Connection: close\r\n");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    var grammar = new Grammar(random);
    var text = new StringBuilder(grammar.one(List.of("GET", "HEAD", "POST", "get", "")));
    text.append(' ').append(grammar.one(List.of("/", "/metrics", "//", "http://a/b", "*", "")));
    for (int i = random.nextInt(6); i > 0; i--) {
      text.append(grammar.one(words()));
    }
    text.append(" HTTP/1.").append(random.nextInt(3)).append("\r\n");
    for (int i = random.nextInt(random.nextInt(20) == 0 ? 100 : 5); i > 0; i--) {
      text.append(grammar.one(List.of("Content-Length", "Accept", "X", ":", ""))).append(": ");
      text.append(grammar.digits()).append("\r\n");
    }
    return text.append("\r\n").toString().getBytes(random.nextBoolean() ? UTF_8 : ISO_8859_1);
  }

  @Override
  public void read(byte[] input) throws Exception {
    int status = HttpDoor.read(input);
    Breach.unless(
        status == 0 || (status >= 400 && status < 500), "a refusal of its own: %d", status);
  }
}
