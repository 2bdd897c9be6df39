package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import karpenter.core.device.ClaimState;
import karpenter.core.device.DeviceRefusal;
import karpenter.core.device.DeviceRequest.Amount;
import karpenter.core.device.Reach;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.scheduling.Scheduler;
import org.junit.jupiter.api.Test;

/// Devices and claims as the API server stores them, through to the placement.
class DeviceReaderTest {
  private static final String ZONE = "topology.kubernetes.io/zone";

  private static final String TYPES =
      """
      - name: plain
        capacity: {cpu: "4", memory: 8Gi, pods: "20"}
        offerings: [{requirements: [{key: topology.kubernetes.io/zone, operator: In, values: [z1]}], price: 1}]
      - name: gpu
        capacity: {cpu: "4", memory: 8Gi, pods: "20"}
        dynamicResources:
        - driver: gpu.example.com
          pool: local
          devices:
          - name: gpu-0
            attributes: {model: {string: a100}, numa: {int: 0}, other.example.com/rack: {string: r}}
            capacity: {memory: {value: 40Gi}}
          - name: gpu-1
            attributes: {model: {string: t4}, version: {version: 1.2.3}, fast: {bool: true}}
            capacity: {memory: {value: 16Gi}}
        attributeBindings:
        - attribute: gpu.example.com/root
          devices: [{driver: gpu.example.com, pool: local, device: gpu-0}, {driver: gpu.example.com, pool: local, device: gpu-1}]
        offerings:
        - {requirements: [{key: topology.kubernetes.io/zone, operator: In, values: [z1]}], price: 3}
        - {requirements: [{key: topology.kubernetes.io/zone, operator: In, values: [z2]}], price: 4}
      """;

  private static final String CLASS =
      """
      - kind: DeviceClass
        metadata: {name: gpu}
        spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
      """;

  private static List<JsonNode> list(String yaml) {
    var items = new ArrayList<JsonNode>();
    Yaml.tree(yaml).forEach(items::add);
    return items;
  }

  private static ReadResult read(
      String options, String pods, String nodes, String bound, String devices) {
    return SchedulingInputs.fromTrees(
        new WorkloadTrees(
            Yaml.tree(options),
            list(pods),
            list("[{metadata: {name: default}, spec: {template: {spec: {requirements: []}}}}]"),
            list(TYPES),
            list(nodes),
            List.of(),
            list(bound),
            List.of(),
            List.of(),
            List.of(),
            list(devices)));
  }

  private static ReadResult read(String pods, String devices) {
    return read("{ignoreDraRequests: false}", pods, "[]", "[]", devices);
  }

  private static String pod(String claim) {
    return "[{metadata: {name: p, uid: u}, spec: {containers: [{name: c}], resourceClaims: [{name: x, %s}]}}]"
        .formatted(claim);
  }

  private static String claim(String request) {
    return CLASS
        + """
        - kind: ResourceClaim
          metadata: {name: c}
          spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu%s}}]}}
        """
            .formatted(request);
  }

  private static Placement place(ReadResult result) {
    assertThat(result.problems()).isEmpty();
    return Scheduler.solve(result.problem());
  }

  private static boolean isPlaced(String request) {
    return place(read(pod("resourceClaimName: c"), claim(request))).unplaced().isEmpty();
  }

  private static String cel(String expression) {
    return ", selectors: [{cel: {expression: \"%s\"}}]".formatted(expression);
  }

  @Test
  void a_pod_with_a_claim_gets_a_node_with_the_device() {
    var placement = place(read(pod("resourceClaimName: c"), claim("")));
    var node = placement.newNodes().getFirst();
    assertThat(node.types()).extracting(TypeChoice::type).containsExactly("gpu");
    assertThat(node.deviceDrivers()).containsExactly("gpu.example.com");
  }

  @Test
  void claims_are_ignored_unless_the_options_say_otherwise() {
    var result = read("{}", pod("resourceClaimName: c"), "[]", "[]", claim(""));
    assertThat(place(result).unplaced().getFirst().devices())
        .contains(new DeviceRefusal.DeviceRequestsIgnored());
  }

  @Test
  void selectors_see_attributes_and_capacity() {
    assertThat(isPlaced(cel("device.attributes['gpu.example.com'].model == 'a100'"))).isTrue();
    assertThat(isPlaced(cel("device.attributes['gpu.example.com'].model == 'h100'"))).isFalse();
    assertThat(isPlaced(cel("device.attributes['other.example.com'].rack == 'r'"))).isTrue();
    assertThat(isPlaced(cel("device.attributes['gpu.example.com'].fast"))).isTrue();
    assertThat(isPlaced(cel("device.attributes['gpu.example.com'].numa == 0"))).isTrue();
    assertThat(
            isPlaced(
                cel("device.attributes['gpu.example.com'].version.isLessThan(semver('1.10.0'))")))
        .isTrue();
    assertThat(
            isPlaced(
                cel("device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) >= 0")
                    + ", count: 2"))
        .isFalse();
    assertThat(isPlaced(", count: 2")).isTrue();
    assertThat(isPlaced(", count: 3")).isFalse();
    assertThat(isPlaced(", allocationMode: All")).isTrue();
  }

  @Test
  void a_claim_made_from_a_template_is_each_pods_own() {
    var devices =
        CLASS
            + """
            - kind: ResourceClaimTemplate
              metadata: {name: t}
              spec: {spec: {devices: {requests: [{name: r, firstAvailable: [
                {name: big, deviceClassName: gpu, count: 9},
                {name: small, deviceClassName: gpu}]}]}}}
            """;
    var two = pod("resourceClaimTemplateName: t");
    var placement =
        place(
            read(
                two.substring(0, two.length() - 1)
                    + ", "
                    + two.substring(1).replace("name: p, uid: u", "name: q, uid: v"),
                devices));
    assertThat(placement.newNodes()).hasSize(1);
    assertThat(placement.newNodes().getFirst().pods()).hasSize(2);
  }

  @Test
  void an_allocated_claim_pins_the_node_to_its_alternatives() {
    var devices =
        claim("")
            + """
              status:
                reservedFor: [{resource: pods, name: other, uid: o}]
                allocation:
                  devices: {results: [{request: r, driver: net.example.com, pool: p, device: d}]}
                  nodeSelector: {nodeSelectorTerms: [
                    {matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [z2]}]},
                    {matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [z3]}]}]}
            """;
    var result = read(pod("resourceClaimName: c"), devices);
    assertThat(result.problem().devices().claims().get("default/c"))
        .extracting(c -> ((ClaimState.Allocated) c.state()).reach())
        .isEqualTo(Reach.where(List.of(Requirements.of(ZONE, ValueSet.in("z2", "z3")))));
    assertThat(place(result).newNodes().getFirst().price()).isEqualTo(4);
  }

  @Test
  void a_claim_that_only_pods_of_leaving_nodes_use_is_moving() {
    var nodes = "[{metadata: {name: n, deletionTimestamp: 2026-01-01T00:00:00Z}}]";
    var bound =
        "[{metadata: {name: b, uid: b}, spec: {nodeName: n, containers: [{name: c}], resourceClaims: [{name: x, resourceClaimName: c}]}}]";
    var devices =
        claim("")
            + """
              status:
                reservedFor: [{resource: pods, name: b, uid: b}]
                allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: p, device: d}]}}
            """;
    var result = read("{ignoreDraRequests: false}", "[]", nodes, bound, devices);
    assertThat(result.problem().devices().claims().get("default/c"))
        .extracting(c -> c.state())
        .isEqualTo(new ClaimState.Moving());
    assertThat(place(result).newNodes()).hasSize(1);
  }

  private static String slice(String owner, String where) {
    return """
        - kind: ResourceSlice
          metadata: {name: s%s}
          spec:
            driver: gpu.example.com
            pool: {name: p, generation: 2, resourceSliceCount: 1}
            %s
            devices:
            - name: d
              allowMultipleAllocations: true
              capacity: {memory: {value: 10, requestPolicy: {default: 2, validRange: {min: 2, step: 2, max: 8}}}}
              consumesCounters: [{counterSet: k, counters: {c: {value: 1}}}]
            - {name: tainted, taints: [{key: k, effect: NoSchedule}]}
        """
        .formatted(owner, where);
  }

  @Test
  void slices_are_read_with_all_they_say() {
    var result = read("[]", slice("", "allNodes: true"));
    var read = result.problem().devices().slices().getFirst();
    assertThat(result.problems()).isEmpty();
    assertThat(read.reach()).isEqualTo(Reach.EVERYWHERE);
    assertThat(read.generation()).isEqualTo(2);
    assertThat(read.devices()).hasSize(1);
    var device = read.devices().getFirst();
    assertThat(device.allowsMultiple()).isTrue();
    assertThat(device.consumes().getFirst().set()).isEqualTo("k");
    assertThat(device.capacity()).containsOnlyKeys("gpu.example.com/memory");
    assertThat(read("[]", slice("", "nodeName: n")).problem().devices().slices().getFirst().reach())
        .isEqualTo(new Reach.OnNode("n"));
  }

  @Test
  void slices_of_nodes_that_are_not_ready_do_not_count() {
    var owned = slice(", ownerReferences: [{kind: Node, name: gone}]", "nodeName: gone");
    assertThat(read("[]", owned).problem().devices().slices()).isEmpty();
  }

  private static List<String> paths(String devices) {
    return read("[]", devices).problems().stream()
        .map(p -> p.source() + " " + p.problem().path())
        .toList();
  }

  @Test
  void what_cannot_be_understood_is_named_with_its_place() {
    assertThat(paths(CLASS.replace("device.driver ==", "device.driver ===")))
        .containsExactly("devices.json[0] spec.selectors[0].cel.expression");
    assertThat(paths(claim(cel("nonsense("))))
        .containsExactly(
            "devices.json[1] spec.devices.requests[0].exactly.selectors[0].cel.expression");
    assertThat(paths(claim("").replace("deviceClassName: gpu", "deviceClassName: lost")))
        .containsExactly("devices.json[1] spec.devices.requests[0].exactly.deviceClassName");
    assertThat(paths(claim(", adminAccess: true")))
        .containsExactly("devices.json[1] spec.devices.requests[0].exactly.adminAccess");
    assertThat(
            paths(
                claim("")
                    .replace("requests:", "constraints: [{distinctAttribute: a/b}], requests:")))
        .containsExactly("devices.json[1] spec.devices.constraints[0]");
    assertThat(paths(slice("", "perDeviceNodeSelection: true")))
        .contains("devices.json[0] spec.perDeviceNodeSelection");
    assertThat(paths("[{kind: Pod, metadata: {name: x}}]")).containsExactly("devices.json[0] kind");
  }

  @Test
  void a_claim_with_a_problem_refuses_its_pods() {
    var result = read(pod("resourceClaimName: c"), claim(", count: 0"));
    assertThat(result.problems()).hasSize(1);
    assertThat(Scheduler.solve(result.problem()).unplaced().getFirst().devices())
        .contains(new DeviceRefusal.DeviceClaimUnresolved("default/c"));
  }

  @Test
  void requests_say_how_many() {
    var claims = read("[]", claim(", allocationMode: All")).problem().devices().claims();
    assertThat(
            claims
                .values()
                .iterator()
                .next()
                .requests()
                .getFirst()
                .alternatives()
                .getFirst()
                .amount())
        .isEqualTo(new Amount.All());
  }
}
