package karpenter.simulator.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.KubeContract;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.simulator.world.Controller;
import karpenter.simulator.world.DisruptionBudgets;
import karpenter.simulator.world.GarbageCollector;
import org.junit.jupiter.api.Test;

/// The API in memory is an API.
class InMemoryKubeTest extends KubeContract {
  private static final Instant NOW = Instant.parse("2026-01-05T09:00:00Z");

  private final Queue<Runnable> onTheWay = new ArrayDeque<>();
  private final InMemoryKube kube =
      new InMemoryKube(1, InstantSource.system(), () -> onTheWay::add);
  private final List<Controller> controllers =
      List.of(new GarbageCollector(kube), new DisruptionBudgets(kube));

  @Override
  public Kube kube() {
    return kube;
  }

  @Override
  public void settle() {
    controllers.forEach(controller -> controller.step(NOW));
    for (var news = onTheWay.poll(); news != null; news = onTheWay.poll()) {
      news.run();
    }
  }

  @Override
  public AutoCloseable loseWatches() {
    kube.cutWatches("the server restarts");
    return kube::restoreWatches;
  }

  @Test
  void what_only_an_answer_told_of_is_missing_when_the_watch_is_back() {
    var sink = new Answered();
    kube.watch(Resource.NODES, sink);
    settle();
    assertThat(sink.told).containsExactly("missing old", "synced");
    sink.told.clear();

    kube.cutWatches("the server restarts");
    kube.restoreWatches();
    settle();

    assertThat(sink.told).containsExactly("missing old", "synced");
  }

  /// Knows a node that no watch has told it of.
  private static final class Answered implements WatchSink {
    final List<String> told = new ArrayList<>();

    @Override
    public List<ObjectNode> unwatched(Resource resource, String version) {
      var object = JsonNodeFactory.instance.objectNode();
      object.putObject("metadata").put("name", "old");
      return List.of(object);
    }

    @Override
    public void missing(Resource resource, ObjectNode object) {
      told.add("missing " + object.at("/metadata/name").asText());
    }

    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {}

    @Override
    public void gone(Resource resource, ObjectNode object) {
      told.add("gone");
    }

    @Override
    public void synced(Resource resource) {
      told.add("synced");
    }

    @Override
    public void interrupted(Resource resource, String reason) {}
  }
}
