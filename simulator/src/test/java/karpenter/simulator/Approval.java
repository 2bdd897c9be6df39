package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/// Follows one pool's drift approval: what was approved, and how many nodes each wave may have
/// taken at most. Whether a wave was healthy is not looked at; that it had time to prove so is.
final class Approval {
  private static final Duration SLACK = Duration.ofSeconds(2);

  private String text = "";
  private JsonNode template = MissingNode.getInstance();
  private long since;
  private Instant sinceInstant = Instant.EPOCH;
  private int nodes;
  private int taken;

  /// What holds for the pool now: its own word before the cluster's.
  private static String policy(Picture picture, String pool) {
    return NaiveControls.of(picture.pool(pool))
        .find("drift")
        .or(() -> NaiveControls.of(picture.namespace()).find("drift"))
        .orElse("");
  }

  void look(JsonNode pool, Picture picture, String name) {
    var now = policy(picture, name);
    if (!now.equals(text)) {
      text = now;
      template = pool.at("/spec/template");
      since = picture.ticks();
      sinceInstant = picture.now();
      nodes = 0;
      taken = 0;
    }
    if (taken == 0 && text.startsWith("approve=")) {
      int there =
          (int) picture.claims().stream().filter(c -> Picture.poolOf(c).equals(name)).count();
      nodes = Math.max(nodes, there);
    }
  }

  /// @param more nodes that begin to go because they drifted
  void take(int more, List<Picture> recent, String pool, long ticks, Consumer<String> wrong) {
    if (more == 0 || recent.stream().anyMatch(p -> policy(p, pool).isEmpty())) {
      return;
    }
    if (recent.stream().noneMatch(p -> policy(p, pool).startsWith("approve="))) {
      wrong.accept("drift of pool %s begins and is only observed".formatted(pool));
      return;
    }
    if (!text.startsWith("approve=")) {
      return;
    }
    if (recent.stream().noneMatch(p -> p.pool(pool).at("/spec/template").equals(template))) {
      wrong.accept("drift of pool %s begins, and is another than was approved".formatted(pool));
    }
    taken += more;
    var elapsed = Duration.ofNanos(ticks - since);
    var onTheWall = Duration.between(sinceInstant, recent.getLast().now());
    int most = most(onTheWall.compareTo(elapsed) > 0 ? onTheWall : elapsed);
    if (taken > most) {
      wrong.accept(
          "drift of pool %s has taken %d nodes of %d, and %s allows %d by now"
              .formatted(pool, taken, nodes, text, most));
    }
  }

  private int most(Duration elapsed) {
    var waves = field("waves").split(",");
    var settle = NaiveTimes.duration(field("settle")).minus(SLACK);
    long wave = elapsed.plus(SLACK).dividedBy(settle);
    if (wave >= waves.length) {
      return Integer.MAX_VALUE;
    }
    var share = waves[(int) wave].strip();
    return share.endsWith("%")
        ? (Integer.parseInt(share.replace("%", "")) * nodes + 99) / 100
        : Integer.parseInt(share);
  }

  private String field(String name) {
    for (var part : text.split(";")) {
      if (part.strip().startsWith(name + "=")) {
        return part.strip().substring(name.length() + 1);
      }
    }
    throw new IllegalStateException("no %s in %s".formatted(name, text));
  }
}
