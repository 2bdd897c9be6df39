package karpenter.e2e.story;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import karpenter.e2e.controlplane.TestCluster;
import karpenter.kube.ApiServerKube;
import karpenter.kube.RequestListener;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;

/// A NodePool whose nodes take one pod each, a deployment, and what became of them.
public final class Scene implements AutoCloseable {
  /// Generous: it only decides how long a broken controller takes to fail the test.
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final TestCluster cluster;
  private final ApiServerKube kube;

  private Scene(TestCluster cluster) {
    this.cluster = cluster;
    this.kube =
        new ApiServerKube(
            RunningOperator.connection(cluster.kubeconfig()),
            new ApiServerKube.Options("karpenter/story", 200, 300, RequestListener.NONE));
  }

  public static Scene set(TestCluster cluster) {
    var scene = new Scene(cluster);
    cluster.kubectl("apply", "-f", resource("pool.yaml"), "-f", resource("inflate.yaml"));
    return scene;
  }

  public void scaleTo(int pods) {
    cluster.kubectl("scale", "deployment", "inflate", "--replicas=" + pods);
  }

  public List<ObjectNode> pods() {
    return list(Resource.PODS, "default");
  }

  public List<ObjectNode> nodes() {
    return list(Resource.NODES, "");
  }

  public List<ObjectNode> claims() {
    return list(Resource.NODE_CLAIMS, "");
  }

  public void awaitRunning(int pods) {
    await(
        pods + " pods run",
        () ->
            pods().size() == pods
                && pods().stream()
                    .allMatch(pod -> pod.at("/status/phase").asText().equals("Running")));
  }

  public void awaitInitialized(int claims) {
    await(
        claims + " claims are initialized",
        () ->
            claims().stream().filter(claim -> isTrue(claim, "Initialized")).count() == claims
                && claims().size() == claims);
  }

  /// Scales to nothing, deletes the pool, and waits until all it had bought is gone.
  public void awaitNothingLeft() {
    scaleTo(0);
    cluster.kubectl("delete", "nodepool", "default", "--wait=false");
    await("nothing is left", () -> claims().isEmpty() && nodes().isEmpty());
  }

  public void await(String what, BooleanSupplier holds) {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "not after %s: %s; claims %s; nodes %s".formatted(PATIENCE, what, claims(), nodes()));
      }
      try {
        Thread.sleep(100);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted while waiting: " + what, e);
      }
    }
  }

  /// The names of the claims whose machines these nodes are.
  public Stream<String> claimsOfNodes() {
    return nodes().stream()
        .map(node -> node.at("/metadata/labels/kubernetes.io~1hostname").asText());
  }

  private static boolean isTrue(ObjectNode object, String condition) {
    return object
        .at("/status/conditions")
        .valueStream()
        .anyMatch(
            c ->
                c.path("type").asText().equals(condition)
                    && c.path("status").asText().equals("True"));
  }

  private List<ObjectNode> list(Resource resource, String namespace) {
    try {
      return kube.list(resource, namespace);
    } catch (Unreachable e) {
      throw new UncheckedIOException(new IOException(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while listing " + resource.plural(), e);
    }
  }

  private static String resource(String name) {
    try {
      var found = Objects.requireNonNull(Scene.class.getResource("/story/" + name), name);
      return Path.of(found.toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    kube.close();
  }
}
