package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.CatalogueReader;

/// Stories of pods that claim devices. They need an operator that honours claims, and [#catalogue];
/// the scheduler allocates, and the story plays the driver.
public final class DeviceStories {
  private static final String WEB = "web";
  private static final String TYPE = "g-2x-amd64-linux";
  private static final int DEVICES = 2;
  private static final String DRIVERS = "karpenter.sh/requested-dra-drivers";

  private DeviceStories() {}

  public static List<Scenario> all() {
    return List.of(
        Scenarios.story("pods get nodes with the devices of their templates", DeviceStories::own),
        Scenarios.story("pods that share a claim share a node", DeviceStories::shared),
        Scenarios.story("claims that come late are served", DeviceStories::late),
        Scenarios.story("devices move with their pods", DeviceStories::moved));
  }

  /// Two types of two cpus: a cheap one, and one whose nodes bring two devices.
  public static Catalogue catalogue() {
    var type =
        """
        {"name": "%s", "architecture": "amd64", "operatingSystems": ["linux"],
         "resources": {"cpu": "2", "memory": "8Gi", "pods": "110"},
         "offerings": [{"Price": %s, "Offering": {}, "Available": true, "Requirements": [
           {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["on-demand"]},
           {"key": "topology.kubernetes.io/zone", "operator": "In", "values": ["test-zone-a"]}]}]%s}
        """;
    var devices =
        """
        , "dynamicResources": [{"driver": "gpu.example.com", "pool": "local", "devices": [
          {"name": "gpu-0", "attributes": {"model": {"string": "t4"}}},
          {"name": "gpu-1", "attributes": {"model": {"string": "t4"}}}]}]""";
    var read =
        CatalogueReader.read(
            "[%s, %s]"
                .formatted(
                    type.formatted("c-2x-amd64-linux", "0.05", ""),
                    type.formatted(TYPE, "0.5", devices)));
    if (!read.problems().isEmpty()) {
      throw new IllegalStateException("the catalogue of our stories: " + read.problems());
    }
    return read.catalogue();
  }

  private interface Play {
    void on(Scene scene, Cast cast) throws Unreachable, InterruptedException;
  }

  private static void withDriver(Scene scene, Play play) throws Unreachable, InterruptedException {
    var driven = new DeviceDriver(scene, TYPE, DEVICES);
    var cast = new Cast(driven);
    Scenarios.open(cast, "");
    cast.create(Resource.DEVICE_CLASSES, deviceClass());
    play.on(driven, cast);
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", WEB));
    cast.awaitRunning(WEB, 0);
    cast.delete(Resource.RESOURCE_CLAIM_TEMPLATES, ObjectKey.of("default", "one-gpu"));
    cast.delete(Resource.RESOURCE_CLAIMS, ObjectKey.of("default", "ours"));
    cast.delete(Resource.DEVICE_CLASSES, ObjectKey.cluster("gpu"));
    Scenarios.close(cast);
  }

  private static ObjectNode deviceClass() {
    return Trees.tree(
        """
        apiVersion: resource.k8s.io/v1
        kind: DeviceClass
        metadata: {name: gpu}
        spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
        """);
  }

  private static ObjectNode template() {
    return Trees.tree(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaimTemplate
        metadata: {name: one-gpu, namespace: default}
        spec:
          spec:
            devices:
              requests:
                - name: one
                  exactly:
                    deviceClassName: gpu
                    allocationMode: ExactCount
                    count: 1
                    selectors: [{cel: {expression: "device.attributes['gpu.example.com'].model == 't4'"}}]
        """);
  }

  private static ObjectNode claim() {
    return Trees.tree(
        """
        apiVersion: resource.k8s.io/v1
        kind: ResourceClaim
        metadata: {name: ours, namespace: default}
        spec: {devices: {requests: [{name: one, exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: 1}}]}}
        """);
  }

  /// @param claim a field of a pod's `resourceClaims`
  private static ObjectNode deployment(int replicas, String claim, String name) {
    var deployment = Trees.deployment(WEB, replicas, "300m");
    var spec = (ObjectNode) deployment.at("/spec/template/spec");
    spec.putArray("resourceClaims").addObject().put("name", "gpu").put(claim, name);
    ((ObjectNode) spec.at("/containers/0/resources"))
        .putArray("claims")
        .addObject()
        .put("name", "gpu");
    return deployment;
  }

  private static void expectDevices(Cast cast, int nodes) throws Unreachable, InterruptedException {
    cast.awaitSettled();
    cast.expect("there are " + nodes + " nodes", () -> cast.nodes().size() == nodes);
    cast.expect(
        "all of them bring devices, and wait for their driver",
        () ->
            cast.claims().stream()
                .allMatch(
                    claim ->
                        claim
                            .at("/metadata/annotations")
                            .path(DRIVERS)
                            .asText()
                            .equals(DeviceDriver.NAME)));
  }

  /// Three pods with a device each need two nodes with two devices each.
  private static void own(Scene scene, Cast unused) throws Unreachable, InterruptedException {
    withDriver(
        scene,
        (_, cast) -> {
          cast.create(Resource.RESOURCE_CLAIM_TEMPLATES, template());
          cast.create(Resource.DEPLOYMENTS, deployment(3, "resourceClaimTemplateName", "one-gpu"));
          cast.awaitRunning(WEB, 3);
          expectDevices(cast, 2);
        });
  }

  private static void shared(Scene scene, Cast unused) throws Unreachable, InterruptedException {
    withDriver(
        scene,
        (_, cast) -> {
          cast.create(Resource.RESOURCE_CLAIMS, claim());
          cast.create(Resource.DEPLOYMENTS, deployment(2, "resourceClaimName", "ours"));
          cast.awaitRunning(WEB, 2);
          expectDevices(cast, 1);
          cast.scale(WEB, 4);
          cast.awaitRunning(WEB, 4);
          var nodes = new HashSet<String>();
          cast.pods(WEB).forEach(pod -> nodes.add(pod.at("/spec/nodeName").asText()));
          cast.expect("the device is on one node", () -> nodes.size() == 1);
        });
  }

  private static void late(Scene scene, Cast unused) throws Unreachable, InterruptedException {
    withDriver(
        scene,
        (_, cast) -> {
          cast.create(Resource.DEPLOYMENTS, deployment(1, "resourceClaimName", "ours"));
          scene.pass(java.time.Duration.ofSeconds(15));
          cast.expect("nobody knows what it wants", () -> cast.claims().isEmpty());
          cast.create(Resource.RESOURCE_CLAIMS, claim());
          cast.awaitRunning(WEB, 1);
          expectDevices(cast, 1);
        });
  }

  /// Two pods are left of three: they fit on one node, whichever they are on.
  private static void moved(Scene scene, Cast unused) throws Unreachable, InterruptedException {
    withDriver(
        scene,
        (_, cast) -> {
          cast.create(Resource.RESOURCE_CLAIM_TEMPLATES, template());
          cast.create(Resource.DEPLOYMENTS, deployment(3, "resourceClaimTemplateName", "one-gpu"));
          cast.awaitRunning(WEB, 3);
          expectDevices(cast, 2);
          cast.patch(
              Resource.NODE_POOLS,
              ObjectKey.cluster(Scenarios.POOL),
              "{spec: {disruption: {consolidateAfter: 0s, budgets: [{nodes: '100%'}]}}}");
          scene.pass(java.time.Duration.ofMinutes(1));
          cast.expect("all devices but one are used", () -> cast.nodes().size() == 2);

          cast.scale(WEB, 2);
          cast.awaitNodes(1);
          cast.awaitRunning(WEB, 2);
        });
  }
}
