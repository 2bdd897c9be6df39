package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A watch that ends by itself does not go unnoticed.
class DeadWatchTest {
  private record Sink(Runnable whenSynced) implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {}

    @Override
    public void gone(Resource resource, ObjectNode object) {}

    @Override
    public void synced(Resource resource) {
      whenSynced.run();
    }

    @Override
    public void interrupted(Resource resource, String reason) {}
  }

  @Test
  @Timeout(60)
  void a_watch_whose_thread_has_ended_is_named() throws Exception {
    try (var server = new StubApiServer();
        var kube = server.kube()) {
      server.then(200, "{'metadata': {'resourceVersion': '10'}, 'items': []}");
      kube.watch(Resource.NODES, new Sink(() -> Thread.currentThread().interrupt()));

      while (kube.deadWatches().isEmpty()) {
        Thread.onSpinWait();
      }

      assertThat(kube.deadWatches()).containsExactly("nodes");
    }
  }

  @Test
  @Timeout(60)
  void a_watch_that_is_closed_is_not_dead() throws Exception {
    try (var server = new StubApiServer();
        var kube = server.kube()) {
      server.then(200, "{'metadata': {'resourceVersion': '10'}, 'items': []}");
      var watch = kube.watch(Resource.NODES, new Sink(() -> {}));
      assertThat(kube.deadWatches()).isEmpty();

      watch.close();

      assertThat(kube.deadWatches()).isEmpty();
    }
  }
}
