package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Stories of what is off unless asked for: capacity buffers and overlays. They need an operator
/// whose gates are open.
public final class GatedStories {
  private static final String WEB = "web";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final ObjectKey SPARE = ObjectKey.of("default", "spare");
  private static final String TYPE = "node.kubernetes.io/instance-type";

  private GatedStories() {}

  public static List<Scenario> all() {
    return List.of(
        Scenarios.story("room is kept free and filled up again", GatedStories::buffer),
        Scenarios.story("an overlay adds what a catalogue does not know", GatedStories::overlay));
  }

  private static void buffer(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(
        Resource.POD_TEMPLATES,
        Trees.tree(
            """
            apiVersion: v1
            kind: PodTemplate
            metadata: {name: chunk, namespace: default}
            template:
              metadata: {labels: {app: chunk}}
              spec:
                nodeSelector: {scenario: karpenter}
                containers:
                  - {name: main, image: none, resources: {requests: {cpu: 1500m, memory: 64Mi}}}
            """));
    cast.create(
        Resource.CAPACITY_BUFFERS,
        Trees.tree(
            """
            apiVersion: autoscaling.x-k8s.io/v1beta1
            kind: CapacityBuffer
            metadata: {name: spare, namespace: default}
            spec: {podTemplateRef: {name: chunk}, replicas: 2}
            """));
    cast.awaitClaims("room for two pods", 2);
    cast.awaitSettled();
    awaitFits(scene);

    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitRunning(WEB, 2);
    cast.awaitClaims("the pods took the room, and there is new room", 4);
    cast.awaitSettled();
    awaitFits(scene);
    scene.pass(Duration.ofMinutes(1));
    cast.expect("that is enough", () -> cast.claims().size() == 4);

    cast.curtain();
    cast.delete(Resource.CAPACITY_BUFFERS, SPARE);
    cast.delete(Resource.POD_TEMPLATES, ObjectKey.of("default", "chunk"));
    Scenarios.close(cast);
  }

  private static void awaitFits(Scene scene) throws Unreachable, InterruptedException {
    scene.await(
        "the buffer says that it fits",
        PATIENCE,
        () ->
            scene.kube().list(Resource.CAPACITY_BUFFERS, "default").stream()
                .allMatch(buffer -> Cast.is(buffer, "Provisioning")));
  }

  /// The catalogue knows of no widgets; whoever wrote the overlay does.
  private static void overlay(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    var deployment = Trees.deployment(WEB, 1, "1500m");
    var resources = (ObjectNode) deployment.at("/spec/template/spec/containers/0/resources");
    resources.withObject("/requests").put("example.com/widget", "1");
    // An API server insists on it for what cannot be overcommitted.
    resources.withObject("/limits").put("example.com/widget", "1");
    cast.create(Resource.DEPLOYMENTS, deployment);
    scene.pass(Duration.ofSeconds(20));
    cast.expect("nothing on sale has widgets", () -> cast.claims().isEmpty());

    cast.create(
        Resource.NODE_OVERLAYS,
        Trees.tree(
            """
            apiVersion: karpenter.sh/v1alpha1
            kind: NodeOverlay
            metadata: {name: widgets}
            spec:
              requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m-2x-amd64-linux]}]
              capacity: {example.com/widget: "2"}
            """));
    cast.awaitClaims("a type with widgets", 1);
    cast.awaitSettled();
    cast.expect(
        "the type that has them was bought",
        () ->
            cast.nodes().stream()
                .allMatch(
                    node ->
                        node.at("/metadata/labels")
                            .path(TYPE)
                            .asText()
                            .equals("m-2x-amd64-linux")));
    cast.expect(
        "the claim says that a capacity was corrected",
        () ->
            cast.claims()
                .getFirst()
                .at("/metadata/annotations")
                .has("karpenter.sh/capacity-overlay-applied"));
    scene.await(
        "the overlay is accepted",
        PATIENCE,
        () ->
            scene.kube().list(Resource.NODE_OVERLAYS, "").stream()
                .allMatch(overlay -> Cast.is(overlay, "Ready")));
    cast.awaitRunning(WEB, 1);

    cast.curtain();
    cast.delete(Resource.NODE_OVERLAYS, ObjectKey.cluster("widgets"));
    Scenarios.close(cast);
  }
}
