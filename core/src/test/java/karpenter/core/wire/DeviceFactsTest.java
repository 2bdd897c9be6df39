package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import karpenter.core.device.ClaimState;
import karpenter.core.device.Reach;
import karpenter.core.facts.DeviceAsk;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.SliceFacts;
import org.junit.jupiter.api.Test;

/// What is kept of a live cluster's claims, classes and slices.
class DeviceFactsTest {
  private static final String ALLOCATED =
      """
      status:
        allocation:
          devices: {results: [{request: r, driver: d, pool: p, device: x}]}
          nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n]}]}]}
        reservedFor: %s
      """;

  private final FactsReader reader = new FactsReader(WireOptions.defaults());

  private Read<ResourceClaimFacts> claim(String request, String status) {
    return reader.resourceClaim(
        Yaml.tree(
            """
            metadata: {namespace: shop, name: c}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu%s}}]}}
            """
                    .formatted(request)
                + status));
  }

  private static <T> T understood(Read<T> read) {
    assertThat(read).isInstanceOf(Read.Understood.class);
    return ((Read.Understood<T>) read).value();
  }

  private ClaimState.Allocated allocated(String request, String users) {
    return (ClaimState.Allocated) understood(claim(request, ALLOCATED.formatted(users))).state();
  }

  @Test
  void a_claim_may_name_a_class_that_is_not_there_yet() {
    var read = understood(claim("", ""));

    assertThat(read.id()).isEqualTo("shop/c");
    assertThat(read.ask().requests().getFirst().alternatives().getFirst().deviceClass())
        .isEqualTo("gpu");
    assertThat(read.state()).isEqualTo(new ClaimState.Open());
  }

  @Test
  void an_allocated_claim_knows_where_it_is_and_who_uses_it() {
    var state =
        allocated("", "[{resource: pods, name: a, uid: u1}, {resource: pods, name: b, uid: u2}]");

    assertThat(state.reach()).isEqualTo(new Reach.OnNode("n"));
    assertThat(state.uses()).hasSize(1);
    assertThat(state.pods()).containsExactly("u1", "u2");
  }

  @Test
  void a_claim_that_something_else_uses_keeps_its_devices() {
    assertThat(
            allocated(
                    "",
                    "[{resource: pods, name: a, uid: u1}, {apiGroup: x, resource: jobs, uid: u2}]")
                .pods())
        .isEmpty();
  }

  @Test
  void an_open_claim_that_cannot_be_understood_is_refused() {
    assertThat(claim(", adminAccess: true", "")).isInstanceOf(Read.Refused.class);
    assertThat(claim(", selectors: [{cel: {expression: \"device.\"}}]", ""))
        .isInstanceOf(Read.Refused.class);
  }

  @Test
  void an_allocated_claim_that_cannot_be_understood_keeps_its_devices() {
    var users = "[{resource: pods, name: a, uid: u1}]";
    var read = understood(claim(", adminAccess: true", ALLOCATED.formatted(users)));

    assertThat(read.ask()).isEqualTo(DeviceAsk.NOTHING);
    assertThat(read.state())
        .isEqualTo(
            new ClaimState.Allocated(
                new Reach.OnNode("n"), allocated("", users).uses(), new TreeSet<>()));
  }

  @Test
  void equal_asks_are_one() {
    assertThat(understood(claim("", "")).ask()).isSameAs(understood(claim("", "")).ask());
  }

  @Test
  void a_slice_that_cannot_be_understood_still_lets_its_node_start() {
    SliceFacts slice =
        understood(
            reader.resourceSlice(
                Yaml.tree(
                    """
                    metadata: {name: s}
                    spec: {driver: d, nodeName: n, perDeviceNodeSelection: true, pool: {name: p, generation: 1, resourceSliceCount: 1}}
                    """)));

    assertThat(slice.node()).contains("n");
    assertThat(slice.sliceCount()).isEqualTo(1);
    assertThat(slice.devices()).isEmpty();
    assertThat(slice.problem().orElseThrow()).contains("spec.perDeviceNodeSelection");
  }

  @Test
  void a_template_and_a_class_are_read() {
    var template =
        understood(
            reader.resourceClaimTemplate(
                Yaml.tree(
                    """
                    metadata: {namespace: shop, name: t}
                    spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
                    """)));
    var deviceClass =
        understood(
            reader.deviceClass(
                Yaml.tree(
                    """
                    metadata: {name: gpu}
                    spec: {selectors: [{cel: {expression: "device.driver == 'd'"}}]}
                    """)));

    assertThat(template.id()).isEqualTo("template shop/t");
    assertThat(template.ask().requests()).hasSize(1);
    assertThat(deviceClass.selectors()).isEqualTo(List.of("device.driver == 'd'"));
  }
}
