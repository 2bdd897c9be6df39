package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import karpenter.kube.KubeDoor;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.jspecify.annotations.Nullable;

/// What an API server may send: frames of a watch, pages of a list, and HTTP itself.
///
/// The first line of an input says what it is the answer to: `watch` or `list`, in chunks, or `raw
/// watch` and `raw list` for an answer with its head. The reader must go on with another request
/// afterwards, from a version that the server told it.
final class WatchTarget implements Target {
  private static final String POD =
      "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\",\"namespace\":\"b\",\"uid\":\"u\",\"resourceVersion\":\"%d\",\"managedFields\":[{\"a\":{}}]},\"spec\":{\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"1\"}}}]}}";
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

  private final List<byte[]> corpus =
      Corpus.texts(
          "watch\n" + event("ADDED", 8) + event("MODIFIED", 9) + event("DELETED", 10),
          "watch\n{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"12\"}}}\n",
          "watch\n{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":410,\"reason\":\"Expired\",\"message\":\"too old\"}}\n",
          "watch\n{\"type\":\"ERROR\",\"object\":{\"code\":500,\"details\":{\"causes\":[{\"reason\":\"ResourceVersionTooLarge\"}]}}}\n",
          "watch\n" + event("ADDED", 8) + "{\"type\":\"MODIF",
          "list\n{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"20\",\"continue\":\"x\",\"remainingItemCount\":3},\"items\":["
              + POD.formatted(7)
              + ","
              + POD.formatted(8)
              + "]}",
          "list\n{\"items\":null,\"metadata\":{}}",
          "raw watch\n" + HEAD + "5\r\n{\"typ\r\n0\r\n\r\n",
          "raw watch\nHTTP/1.1 410 Gone\r\nContent-Length: 2\r\n\r\n{}",
          "raw watch\nHTTP/1.1 429 Too Many\r\nRetry-After: 1\r\nContent-Length: 0\r\n\r\n",
          "raw list\nHTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope",
          "raw list\nHTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n\u001f\u008b",
          "raw list\nHTTP/1.1 301 Moved\r\nLocation: http://example.com/\r\n\r\n");

  private @Nullable ServerSocket server;
  private KubeDoor.@Nullable Watch watch;
  private volatile @Nullable Exchange exchange;

  private static String event(String type, int version) {
    return "{\"type\":\"%s\",\"object\":%s}\n".formatted(type, POD.formatted(version));
  }

  @Override
  public String name() {
    return "watch";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "{\"type\":\"ADDED\",\"object\":",
        "{\"type\":\"DELETED\",\"object\":{\"metadata\":{\"name\":\"a\"}}}\n",
        "\"resourceVersion\":\"9\"",
        "\"resourceVersion\":9",
        "\"metadata\":null",
        "\"metadata\":[]",
        "\"object\":[]",
        "{}",
        "[",
        "]",
        "}",
        "\"",
        "\r\n",
        "0\r\n\r\n",
        "ffffffff\r\n",
        "-1\r\n",
        "Transfer-Encoding: chunked\r\n",
        "Content-Length: 99999999999\r\n",
        "Content-Length: -1\r\n",
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 101 Switching\r\n\r\n",
        "HTTP/2 200\r\n",
        "{\"a\":",
        "\"managedFields\":");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    var grammar = new Grammar(random);
    var text = new StringBuilder(random.nextInt(4) == 0 ? "list\n" : "watch\n");
    int frames = random.nextInt(1, 4);
    for (int i = 0; i < frames; i++) {
      text.append(
          random.nextBoolean()
              ? "{\"type\":\"%s\",\"object\":%s}\n"
                  .formatted(
                      grammar.one(List.of("ADDED", "MODIFIED", "DELETED", "BOOKMARK", "ERROR", "")),
                      grammar.json())
              : grammar.json());
    }
    return text.toString().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) throws Exception {
    int line = 0;
    while (line < input.length && input[line] != '\n') {
      line++;
    }
    var kind = new String(input, 0, line, ISO_8859_1);
    var body = Arrays.copyOfRange(input, Math.min(input.length, line + 1), input.length);
    var asked = new Exchange(kind.endsWith("list"), kind.startsWith("raw") ? body : chunked(body));
    exchange = asked;
    var door = door();
    var sink = new Listener();
    var follower = door.start(sink);
    try {
      Breach.unless(asked.wentOn.await(2, TimeUnit.MINUTES), "the watch goes on afterwards");
    } finally {
      follower.close();
    }
    for (int i = 0; door.isAlive(follower) && i < 60_000; i++) {
      Thread.sleep(1);
    }
    Breach.unless(!door.isAlive(follower), "a watch that is closed ends");
    asked.judge();
    sink.judge();
  }

  private static byte[] chunked(byte[] body) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(HEAD.getBytes(ISO_8859_1));
    // Frames are cut anywhere, a few of them within a character.
    int size = 1 + Math.floorMod(Arrays.hashCode(body), 1 + Math.max(1, body.length));
    for (int at = 0; at < body.length; at += size) {
      int length = Math.min(size, body.length - at);
      out.writeBytes((Integer.toHexString(length) + "\r\n").getBytes(ISO_8859_1));
      out.write(body, at, length);
      out.writeBytes("\r\n".getBytes(ISO_8859_1));
    }
    out.writeBytes("0\r\n\r\n".getBytes(ISO_8859_1));
    return out.toByteArray();
  }

  private synchronized KubeDoor.Watch door() throws IOException {
    var open = watch;
    if (open == null) {
      var socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      server = socket;
      Thread.ofPlatform().daemon().name("fuzz-api-server").start(() -> serve(socket));
      open = new KubeDoor.Watch(socket.getLocalPort());
      watch = open;
    }
    return open;
  }

  private void serve(ServerSocket socket) {
    while (true) {
      try {
        var client = socket.accept();
        Thread.ofVirtual().start(() -> answer(client));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void answer(Socket client) {
    try (client) {
      var path = path(client.getInputStream());
      var asked = exchange;
      if (!path.isEmpty() && asked != null) {
        client.getOutputStream().write(asked.answer(path));
        client.getOutputStream().flush();
        client.shutdownOutput();
        client.setSoTimeout(5_000);
        // Closed at once, the answer might be lost.
        var _ = client.getInputStream().read();
      }
    } catch (IOException gone) {
      // The client had enough.
    }
  }

  private static String path(InputStream in) throws IOException {
    var head = new ByteArrayOutputStream();
    for (int next = in.read(); next >= 0; next = in.read()) {
      head.write(next);
      if (head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
        return head.toString(ISO_8859_1).split(" ", 3)[1];
      }
    }
    return "";
  }

  /// One input, and what was asked for before and after it.
  private static final class Exchange {
    private static final String LIST =
        "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
            + POD.formatted(6)
            + "]}";
    private final boolean isList;
    private final byte[] answer;
    private final CountDownLatch wentOn = new CountDownLatch(1);
    private boolean wasFed;
    private volatile String next = "";

    Exchange(boolean isList, byte[] answer) {
      this.isList = isList;
      this.answer = answer;
    }

    synchronized byte[] answer(String path) {
      boolean isWatch = path.contains("watch=true");
      boolean isPage = !isWatch && path.contains("limit=");
      if (!isWatch && !isPage) {
        return json(404, "{\"kind\":\"Status\",\"reason\":\"NotFound\"}");
      }
      if (wasFed) {
        if (next.isEmpty()) {
          next = path;
        }
        wentOn.countDown();
        return json(503, "{}");
      }
      if (isPage && !isList) {
        return json(200, LIST);
      }
      wasFed = true;
      return answer;
    }

    private static byte[] json(int code, String body) {
      return "HTTP/1.1 %d X\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
          .formatted(code, body.length(), body)
          .getBytes(ISO_8859_1);
    }

    void judge() {
      if (!next.contains("watch=true")) {
        return;
      }
      var version = next.replaceAll(".*[?&]resourceVersion=([^&]*).*", "$1");
      // Without one the server begins anywhere, and deletions in between are never told.
      Breach.unless(!version.isEmpty(), "a watch goes on from a version: %s", next);
      Breach.unless(next.indexOf("watch=") == next.lastIndexOf("watch="), "one query: %s", next);
    }
  }

  /// Notes what the watch tells.
  private static final class Listener implements WatchSink {
    private volatile String wrong = "";

    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {}

    @Override
    public void gone(Resource resource, ObjectNode object) {}

    @Override
    public void synced(Resource resource) {}

    @Override
    public void interrupted(Resource resource, String reason) {
      if (reason.isBlank() || reason.startsWith("java.")) {
        wrong = reason + ".";
      }
    }

    void judge() {
      Breach.unless(wrong.isEmpty(), "an interruption has a reason, and is no defect: %s", wrong);
    }
  }
}
