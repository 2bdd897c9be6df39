package karpenter.e2e.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.e2e.controlplane.WithCluster;
import karpenter.kube.ApiServerKube;
import karpenter.kube.Connection;
import karpenter.kube.RequestListener;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

/// A thousand claims at once are a thousand requests at once, and a connection has a hundred
/// streams.
@WithCluster
class ManyRequestsTest {
  private static final int REQUESTS = 3_000;

  @Test
  void all_of_them_are_answered(TestCluster cluster) throws Exception {
    var connection = Connection.find(Optional.of(cluster.kubeconfig()), Map.of());
    var options =
        new ApiServerKube.Options("karpenter/test", 100_000, 100_000, RequestListener.NONE);
    try (var kube = new ApiServerKube(connection, options);
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var asked = new ArrayList<Callable<Answer>>();
      for (int i = 0; i < REQUESTS; i++) {
        asked.add(() -> kube.get(Resource.NAMESPACES, ObjectKey.cluster("default")));
      }

      for (var answer : threads.invokeAll(asked)) {
        assertThat(answer.get()).isInstanceOf(Answer.Done.class);
      }
    }
  }
}
