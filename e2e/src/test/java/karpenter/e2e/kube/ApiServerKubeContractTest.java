package karpenter.e2e.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.kube.ApiServerKube;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.KubeContract;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/// The adapter keeps the port's promises on a real API server.
@WithCluster
class ApiServerKubeContractTest extends KubeContract {
  private static final long SETTLE_MILLIS = 20;

  private final ApiServerKube direct;
  private final CuttableLine line;
  private final ApiServerKube throughLine;

  ApiServerKubeContractTest(TestCluster cluster) {
    var connection = TestClients.connection(cluster);
    this.direct = TestClients.kube(connection);
    this.line = TestClients.line(connection);
    this.throughLine = TestClients.kube(TestClients.through(line, connection));
  }

  @BeforeAll
  void awaitNamespace() throws Exception {
    // Pods need it, and a controller makes it some time after the start.
    eventually(
        "the default service account is there",
        () ->
            direct.get(
                    new Resource("", "v1", "serviceaccounts", "ServiceAccount", true),
                    ObjectKey.of("default", "default"))
                instanceof Answer.Done);
  }

  @AfterAll
  void hangUp() throws IOException {
    throughLine.close();
    direct.close();
    line.close();
  }

  @Override
  public Kube kube() {
    return new WatchesThroughLine();
  }

  @Override
  public void settle() throws InterruptedException {
    Thread.sleep(SETTLE_MILLIS);
  }

  @Override
  public AutoCloseable loseWatches() {
    line.cut();
    return line::mend;
  }

  /// Watches take the line that can be cut; the test itself must still be able to make changes.
  private final class WatchesThroughLine implements Kube {
    @Override
    public Watch watch(Resource resource, WatchSink sink) {
      return throughLine.watch(resource, sink);
    }

    @Override
    public Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
      return direct.get(resource, key);
    }

    @Override
    public List<ObjectNode> list(Resource resource, String namespace)
        throws Unreachable, InterruptedException {
      return direct.list(resource, namespace);
    }

    @Override
    public Answer create(Resource resource, ObjectNode object)
        throws Unreachable, InterruptedException {
      return direct.create(resource, object);
    }

    @Override
    public Answer patch(Resource resource, ObjectKey key, Patch patch)
        throws Unreachable, InterruptedException {
      return direct.patch(resource, key, patch);
    }

    @Override
    public Answer replace(Resource resource, ObjectKey key, ObjectNode object)
        throws Unreachable, InterruptedException {
      return direct.replace(resource, key, object);
    }

    @Override
    public Answer delete(Resource resource, ObjectKey key, Deletion deletion)
        throws Unreachable, InterruptedException {
      return direct.delete(resource, key, deletion);
    }

    @Override
    public Eviction evict(ObjectKey pod, String uid) throws Unreachable, InterruptedException {
      return direct.evict(pod, uid);
    }
  }
}
