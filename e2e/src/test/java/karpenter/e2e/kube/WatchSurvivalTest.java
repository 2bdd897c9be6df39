package karpenter.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.junit.jupiter.api.Test;

@WithCluster
class WatchSurvivalTest {
  private final LinkedBlockingQueue<String> history = new LinkedBlockingQueue<>();

  @Test
  void a_restart_of_the_api_server_costs_no_change_and_repeats_none(TestCluster cluster)
      throws Exception {
    try (var kube = TestClients.kube(TestClients.connection(cluster))) {
      done(kube.create(Resource.POD_TEMPLATES, template("stays")));
      done(kube.create(Resource.POD_TEMPLATES, template("changes")));
      try (var _ = kube.watch(Resource.POD_TEMPLATES, new Log())) {
        assertThat(until("synced")).containsExactlyInAnyOrder("+stays", "+changes");

        cluster.restartApiServer();
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata").putObject("labels").put("a", "b");
        var changes = ObjectKey.of("default", "changes");
        done(retried(() -> kube.patch(Resource.POD_TEMPLATES, changes, Patch.merge(patch))));
        done(retried(() -> kube.create(Resource.POD_TEMPLATES, template("comes"))));

        var afterwards = until("comes");
        assertThat(afterwards).doesNotContain("stays", "+stays", "-stays", "-changes");
        assertThat(afterwards).containsAnyOf("changes", "+changes");
      }
    }
  }

  @Test
  void every_kind_we_may_watch_is_watched_at_once_without_holding_up_requests(TestCluster cluster)
      throws Exception {
    var kinds =
        List.of(
            Resource.PODS,
            Resource.NODES,
            Resource.NAMESPACES,
            Resource.SERVICES,
            Resource.POD_TEMPLATES,
            Resource.REPLICATION_CONTROLLERS,
            Resource.PERSISTENT_VOLUMES,
            Resource.PERSISTENT_VOLUME_CLAIMS,
            Resource.STORAGE_CLASSES,
            Resource.CSI_NODES,
            Resource.VOLUME_ATTACHMENTS,
            Resource.DAEMON_SETS,
            Resource.DEPLOYMENTS,
            Resource.REPLICA_SETS,
            Resource.STATEFUL_SETS,
            Resource.POD_DISRUPTION_BUDGETS,
            Resource.NODE_POOLS,
            Resource.NODE_CLAIMS,
            Resource.NODE_OVERLAYS,
            Resource.CAPACITY_BUFFERS,
            Resource.RESOURCE_CLAIMS,
            Resource.RESOURCE_SLICES,
            Resource.DEVICE_CLASSES);
    try (var kube = TestClients.kube(TestClients.connection(cluster))) {
      var synced = new LinkedBlockingQueue<Resource>();
      for (var kind : kinds) {
        kube.watch(kind, new SyncedOnly(synced));
      }
      var remaining = new ArrayList<>(kinds);
      while (!remaining.isEmpty()) {
        var kind = synced.poll(60, TimeUnit.SECONDS);
        assertThat(kind).as("still awaited: %s", remaining).isNotNull();
        remaining.remove(kind);
      }

      for (int i = 0; i < 150; i++) {
        assertThat(kube.get(Resource.NAMESPACES, ObjectKey.cluster("default")))
            .isInstanceOf(Answer.Done.class);
      }
    }
  }

  private interface Attempt {
    Answer make() throws Unreachable, InterruptedException;
  }

  /// The connection that was open before the restart fails once.
  private static Answer retried(Attempt attempt) throws Exception {
    for (int i = 0; i < 50; i++) {
      try {
        return attempt.make();
      } catch (Unreachable unreachable) {
        Thread.sleep(100);
      }
    }
    return attempt.make();
  }

  private static void done(Answer answer) {
    assertThat(answer).isInstanceOf(Answer.Done.class);
  }

  private List<String> until(String wanted) throws InterruptedException {
    var before = new ArrayList<String>();
    while (true) {
      var entry = history.poll(60, TimeUnit.SECONDS);
      assertThat(entry).as("after %s", before).isNotNull();
      if (entry.equals(wanted) || entry.equals("+" + wanted)) {
        return before;
      }
      before.add(entry);
    }
  }

  /// Of a kind that no controller touches.
  private static ObjectNode template(String name) {
    var template = JsonNodeFactory.instance.objectNode();
    template.put("apiVersion", "v1").put("kind", "PodTemplate");
    template.putObject("metadata").put("name", name).put("namespace", "default");
    var spec = template.putObject("template").putObject("spec");
    spec.putArray("containers").addObject().put("name", "main").put("image", "none");
    return template;
  }

  /// Notes names: `+` when replayed, `-` when gone.
  private final class Log implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
      history.add((isReplayed ? "+" : "") + object.at("/metadata/name").asText());
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {
      history.add("-" + object.at("/metadata/name").asText());
    }

    @Override
    public void synced(Resource resource) {
      history.add("synced");
    }

    @Override
    public void interrupted(Resource resource, String reason) {
      history.add("interrupted");
    }
  }

  private record SyncedOnly(LinkedBlockingQueue<Resource> synced) implements WatchSink {
    @Override
    public void changed(Resource resource, ObjectNode object, boolean isReplayed) {}

    @Override
    public void gone(Resource resource, ObjectNode object) {}

    @Override
    public void synced(Resource resource) {
      synced.add(resource);
    }

    @Override
    public void interrupted(Resource resource, String reason) {}
  }
}
