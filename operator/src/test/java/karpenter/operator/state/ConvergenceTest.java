package karpenter.operator.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import karpenter.core.facts.PodFacts;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

/// However watch events and echoes interleave, the state ends as the server's, and on the way it
/// never goes back behind what it was told.
class ConvergenceTest {
  private static final int SEEDS = 300;

  /// A server that keeps pods, and the messages that are on their way from it.
  private static final class Server {
    final Random random;
    final TreeMap<String, ObjectNode> stored = new TreeMap<>();
    final Deque<Runnable> watch = new ArrayDeque<>();
    final List<Runnable> echoes = new ArrayList<>();
    final WatchedState state = Objects.state();
    long version = 8; // crosses ten, where comparing as text goes wrong
    int uids;

    Server(long seed) {
      random = new Random(seed);
    }

    void write() {
      var name = "pod-" + random.nextInt(3);
      var old = stored.get(name);
      version++;
      if (old == null) {
        store(name, "uid-" + ++uids);
      } else if (random.nextInt(3) == 0) {
        var last = old.deepCopy();
        last.withObject("/metadata").put("resourceVersion", "" + version);
        stored.remove(name);
        watch.add(() -> state.gone(Resource.PODS, last));
        var uid = last.path("metadata").path("uid").asText();
        maybeEcho(() -> state.echoGone(Resource.PODS, ObjectKey.of("default", name), uid));
      } else {
        store(name, old.path("metadata").path("uid").asText());
      }
    }

    private void store(String name, String uid) {
      var pod = Objects.pod(name, uid, version, "node-" + random.nextInt(3));
      stored.put(name, pod);
      watch.add(() -> state.changed(Resource.PODS, pod.deepCopy(), random.nextInt(5) == 0));
      maybeEcho(() -> state.echo(Resource.PODS, pod.deepCopy()));
    }

    private void maybeEcho(Runnable echo) {
      if (random.nextBoolean()) {
        echoes.add(echo);
      }
    }

    /// The watch keeps its order; echoes come from many threads and keep none.
    void deliver() {
      if (!watch.isEmpty() && (echoes.isEmpty() || random.nextBoolean())) {
        watch.remove().run();
      } else if (!echoes.isEmpty()) {
        echoes.remove(random.nextInt(echoes.size())).run();
      }
    }
  }

  @Test
  void any_interleaving_ends_as_the_server_is() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var server = new Server(seed);
      long seen = 0;
      for (int step = 0; step < 60; step++) {
        if (server.random.nextBoolean()) {
          server.write();
        } else {
          server.deliver();
        }
        long now = server.state.snapshot().version();
        assertThat(now).as("seed %d", seed).isGreaterThanOrEqualTo(seen);
        seen = now;
      }
      while (!server.watch.isEmpty() || !server.echoes.isEmpty()) {
        server.deliver();
      }

      var known = new TreeMap<String, String>();
      var byNode = new TreeMap<String, String>();
      for (var pod : server.state.snapshot().all(Kind.PODS)) {
        known.put(pod.name(), pod.uid() + "@" + pod.version());
      }
      for (int node = 0; node < 3; node++) {
        for (PodFacts pod : server.state.snapshot().podsOn("node-" + node)) {
          byNode.put(pod.name(), pod.uid() + "@" + pod.version());
        }
      }
      var truth = new TreeMap<String, String>();
      server.stored.forEach(
          (name, pod) ->
              truth.put(
                  name,
                  pod.path("metadata").path("uid").asText()
                      + "@"
                      + pod.path("metadata").path("resourceVersion").asText()));
      assertThat(known).as("seed %d", seed).isEqualTo(truth);
      assertThat(byNode).as("seed %d: the index agrees", seed).isEqualTo(truth);
    }
  }

  @Test
  void an_object_never_goes_back_to_an_older_version() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      var server = new Server(seed);
      var newest = new TreeMap<String, Long>();
      long at = seed;
      server.state.subscribe(
          change ->
              change
                  .after(Kind.PODS)
                  .ifPresent(
                      pod -> {
                        long version = Long.parseLong(pod.version());
                        assertThat(version)
                            .as("seed %d, %s", at, pod.name())
                            .isGreaterThan(newest.getOrDefault(pod.name(), 0L));
                        newest.put(pod.name(), version);
                      }));
      for (int step = 0; step < 80; step++) {
        if (step < 40 && server.random.nextBoolean()) {
          server.write();
        } else {
          server.deliver();
        }
      }
    }
  }
}
