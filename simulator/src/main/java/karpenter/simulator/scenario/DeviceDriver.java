package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// A scene in which a driver publishes the devices of every node of one type, as soon as somebody
/// waits for something. The slices go with their node.
record DeviceDriver(Scene scene, String type, int devices) implements Scene {
  static final String NAME = "gpu.example.com";
  private static final String TYPE = "node.kubernetes.io/instance-type";

  private void publish() throws Unreachable, InterruptedException {
    var published = new HashSet<String>();
    for (var slice : kube().list(Resource.RESOURCE_SLICES, "")) {
      published.add(slice.at("/spec/nodeName").asText());
    }
    for (var node : kube().list(Resource.NODES, "")) {
      if (node.at("/metadata/labels").path(TYPE).asText().equals(type)
          && !Metas.isTerminating(node)
          && published.add(Metas.name(node))) {
        // Somebody else may have been quicker; then there is nothing to do.
        var _ = kube().create(Resource.RESOURCE_SLICES, slice(node));
      }
    }
  }

  private ObjectNode slice(ObjectNode node) {
    var slice =
        Trees.tree(
            """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata:
              name: %1$s-gpus
              ownerReferences: [{apiVersion: v1, kind: Node, name: %1$s, uid: %2$s, controller: true}]
            spec:
              driver: %3$s
              nodeName: %1$s
              pool: {name: %1$s, generation: 1, resourceSliceCount: 1}
            """
                .formatted(Metas.name(node), Metas.uid(node), NAME));
    var list = slice.withObjectProperty("spec").putArray("devices");
    for (int i = 0; i < devices; i++) {
      list.addObject()
          .put("name", "gpu-" + i)
          .putObject("attributes")
          .putObject("model")
          .put("string", "t4");
    }
    return slice;
  }

  @Override
  public Kube kube() {
    return scene.kube();
  }

  @Override
  public Instant now() {
    return scene.now();
  }

  @Override
  public void await(String what, Duration atMost, Condition condition)
      throws Unreachable, InterruptedException {
    scene.await(
        what,
        atMost,
        () -> {
          publish();
          return condition.holds();
        });
  }

  @Override
  public void pass(Duration time) throws InterruptedException {
    scene.pass(time);
  }

  @Override
  public void restartOperator() throws InterruptedException {
    scene.restartOperator();
  }

  @Override
  public void restartApiServer() throws InterruptedException {
    scene.restartApiServer();
  }

  @Override
  public void curtain() throws Unreachable, InterruptedException {
    scene.curtain();
  }
}
