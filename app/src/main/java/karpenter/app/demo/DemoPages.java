package karpenter.app.demo;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import karpenter.api.Json;
import karpenter.app.http.Page;
import karpenter.app.http.Query;
import karpenter.app.http.Reply;

/// What the demo serves: its page, the state of the cluster, and what can be done to it.
record DemoPages(PacedCluster cluster) {
  private static final Duration STORM = Duration.ofMinutes(10);
  private static final Map<String, String> FILES =
      Map.of(
          "index.html", "text/html; charset=utf-8",
          "style.css", "text/css; charset=utf-8",
          "main.js", "text/javascript; charset=utf-8",
          "draw.js", "text/javascript; charset=utf-8",
          "plot.js", "text/javascript; charset=utf-8",
          "icon.svg", "image/svg+xml");

  /// For GET.
  Map<String, Page> pages() {
    var pages = new LinkedHashMap<String, Page>();
    pages.put("/", query -> file(query.path().isEmpty() ? "index.html" : query.path()));
    pages.put("/state", this::state);
    return pages;
  }

  /// For POST.
  Map<String, Page> actions() {
    return Map.of("/do/", this::act);
  }

  private static Reply file(String name) throws IOException {
    var type = FILES.get(name);
    if (type == null) {
      return Reply.text(Reply.NOT_FOUND, "nothing here\n");
    }
    try (var file = DemoPages.class.getResourceAsStream("page/" + name)) {
      if (file == null) {
        throw new IllegalStateException("the page was built without " + name);
      }
      var bytes = file.readAllBytes();
      return new Reply(
          Reply.OK, type, Map.of("Cache-Control", "no-cache"), out -> out.write(bytes));
    }
  }

  /// `?since=` leaves out the lines up to that number.
  private Reply state(Query query) throws InterruptedException {
    long since = number(query, "since").orElse(0.0).longValue();
    var frame = cluster.frame();
    if (frame.isEmpty()) {
      return Reply.text(Reply.NOT_NOW, "the cluster is being set up\n");
    }
    return Reply.of(
        "application/json",
        out -> out.write(Json.JSON.writeValueAsBytes(frame.get().since(since))));
  }

  private Reply act(Query query) throws InterruptedException {
    var problem =
        switch (query.path()) {
          case "pause" -> cluster.pause();
          case "resume" -> cluster.resume();
          case "step" -> cluster.step();
          case "speed" -> cluster.speed(number(query, "times").orElse(0.0));
          case "story" -> cluster.tell(query.find("on").orElse("").equals("true"));
          case "scale" -> scale(query);
          case "kill" -> cluster.act(c -> c.kill(query.find("node").orElse("")));
          case "storm" -> cluster.act(c -> c.storm(STORM));
          default -> Optional.of("nobody can do " + query.path());
        };
    return problem
        .map(why -> Reply.text(Reply.BAD_REQUEST, why + "\n"))
        .orElseGet(() -> Reply.text("done\n"));
  }

  private Optional<String> scale(Query query) throws InterruptedException {
    var replicas = number(query, "replicas");
    if (replicas.isEmpty()) {
      return Optional.of("replicas must be a number such as 8");
    }
    var workload = query.find("workload").orElse("");
    return cluster.act(c -> c.scale(workload, replicas.get().intValue()));
  }

  private static Optional<Double> number(Query query, String name) {
    try {
      return query.find(name).map(Double::valueOf);
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
