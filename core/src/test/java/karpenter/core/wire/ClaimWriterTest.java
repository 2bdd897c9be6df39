package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import karpenter.api.GoDuration;
import karpenter.api.Json;
import karpenter.api.Labels;
import karpenter.api.NillableDuration;
import karpenter.api.RestrictedLabels;
import karpenter.api.hash.NodePoolHash;
import karpenter.api.schema.Admission;
import karpenter.api.v1.NodeClaim;
import karpenter.api.v1.NodePool;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.TypeChoice;
import org.junit.jupiter.api.Test;

class ClaimWriterTest {
  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: pool, uid: pool-uid}
      spec:
        template:
          metadata: {labels: {team: red}, annotations: {note: hello}}
          spec:
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements: []
            taints: [{key: dedicated, effect: NoSchedule}]
            startupTaints: [{key: booting, effect: NoSchedule}]
            terminationGracePeriod: 1h
      """;

  private static NodePool pool() {
    var result = Yaml.manifests(POOL);
    assertThat(result.problems()).isEmpty();
    return result.findNodePool("pool").orElseThrow();
  }

  private static InstanceType type(String name, String capacityType) {
    var offered =
        Requirements.of(Labels.CAPACITY_TYPE, ValueSet.in(capacityType))
            .and(Labels.ZONE, ValueSet.in("a"));
    return new InstanceType(
        name,
        Requirements.none(),
        List.of(Offering.of(offered, 1)),
        Resources.none(),
        Resources.none());
  }

  private static NewNode node(Requirements requirements) {
    return new NewNode(
        "pool",
        requirements,
        List.of(new TypeChoice("small", 1), new TypeChoice("large", 2)),
        List.of(),
        Resources.of(Map.of("cpu", 1500L, "memory", 1L << 30, "pods", 3L)),
        1,
        false);
  }

  private static NodeClaim claim(Requirements requirements, Overlaid overlaid) {
    return new ClaimWriter(RestrictedLabels.CORE)
        .write(
            "pool-1",
            node(requirements),
            pool(),
            List.of(type("small", "spot"), type("large", "spot"), type("other", "on-demand")),
            overlaid);
  }

  private static final Requirements NARROWED =
      Requirements.of(Labels.NODE_POOL, ValueSet.in("pool"))
          .and(Labels.REGISTERED, ValueSet.in("true"))
          .and(Labels.INITIALIZED, ValueSet.in("true"))
          .and(Labels.HOSTNAME, ValueSet.in("placeholder"))
          .and(Labels.INSTANCE_TYPE, ValueSet.exists())
          .withMinValues(Labels.INSTANCE_TYPE, 2)
          .and("team", ValueSet.in("red"))
          .and("shard", ValueSet.atLeast(5))
          .and("karpenter.sh/odd", ValueSet.in("x"));

  @Test
  void a_claim_lists_its_types_and_how_they_are_sold_and_nothing_of_the_simulation() {
    var claim = claim(NARROWED, Overlaid.NONE);

    assertThat(claim.spec().requirements())
        .extracting(r -> r.key() + " " + r.operator() + " " + r.values() + " " + r.minValues())
        .containsExactly(
            "karpenter.sh/capacity-type In [spot] null",
            "karpenter.sh/nodepool In [pool] null",
            "karpenter.sh/odd In [x] null",
            "node.kubernetes.io/instance-type In [large, small] 2",
            "shard Gte [5] null",
            "team In [red] null");
  }

  @Test
  void a_claim_names_the_drivers_whose_devices_its_pods_were_given() {
    var plain = node(NARROWED);
    var node =
        new NewNode(
            plain.pool(),
            plain.requirements(),
            plain.types(),
            plain.pods(),
            plain.requests(),
            plain.price(),
            false,
            new TreeSet<>(List.of("net.example.com", "gpu.example.com")),
            0);
    var written =
        new ClaimWriter(RestrictedLabels.CORE)
            .write("pool-1", node, pool(), List.of(), Overlaid.NONE);

    assertThat(written.metadata().annotations())
        .containsEntry("karpenter.sh/requested-dra-drivers", "gpu.example.com,net.example.com");
    assertThat(claim(NARROWED, Overlaid.NONE).metadata().annotations())
        .doesNotContainKey("karpenter.sh/requested-dra-drivers");
  }

  @Test
  void a_claim_carries_labels_annotations_and_owner() {
    var metadata = claim(NARROWED, Overlaid.NONE).metadata();

    assertThat(metadata.name()).isEqualTo("pool-1");
    assertThat(metadata.generateName()).isEqualTo("pool-");
    assertThat(metadata.labels())
        .containsEntry("team", "red")
        .containsEntry("karpenter.sh/nodepool", "pool")
        .containsEntry("karpenter.kwok.sh/kwoknodeclass", "default")
        .containsKey("shard")
        .doesNotContainKeys("karpenter.sh/odd", "node.kubernetes.io/instance-type");
    assertThat(metadata.annotations())
        .containsEntry("note", "hello")
        .containsEntry("karpenter.sh/nodepool-hash", NodePoolHash.of(pool()))
        .containsEntry("karpenter.sh/nodepool-hash-version", "v3")
        .containsEntry("karpenter.sh/nodeclaim-min-values-relaxed", "false")
        .doesNotContainKey("karpenter.sh/price-overlay-applied");
    assertThat(metadata.ownerReferences())
        .singleElement()
        .satisfies(
            owner -> {
              assertThat(owner.uid()).isEqualTo("pool-uid");
              assertThat(owner.blockOwnerDeletion()).isTrue();
              assertThat(owner.controller()).isNull();
            });
  }

  @Test
  void free_label_values_are_the_same_for_the_same_claim() {
    assertThat(claim(NARROWED, Overlaid.NONE)).isEqualTo(claim(NARROWED, Overlaid.NONE));
  }

  @Test
  void requests_and_the_template_are_written_out() {
    var spec = claim(NARROWED, Overlaid.NONE).spec();

    assertThat(spec.resources().requests())
        .containsExactly(
            Map.entry("cpu", "1500m"), Map.entry("memory", "1Gi"), Map.entry("pods", "3"));
    assertThat(spec.taints()).hasSize(1);
    assertThat(spec.startupTaints()).hasSize(1);
    assertThat(spec.terminationGracePeriod()).isEqualTo(GoDuration.of("1h"));
    assertThat(spec.expireAfter()).isEqualTo(NillableDuration.of("720h"));
  }

  @Test
  void a_claim_says_when_a_listed_type_was_overlaid() {
    var overlaid = new Overlaid(new TreeSet<>(List.of("small")), new TreeSet<>(List.of("other")));

    assertThat(claim(NARROWED, overlaid).metadata().annotations())
        .containsEntry("karpenter.sh/price-overlay-applied", "true")
        .doesNotContainKey("karpenter.sh/capacity-overlay-applied");
  }

  @Test
  void an_api_server_would_accept_the_claim() {
    var allowed = NARROWED.without("karpenter.sh/odd");
    JsonNode document = Json.JSON.valueToTree(claim(allowed, Overlaid.NONE));

    assertThat(Admission.ofNew(document)).isInstanceOf(Admission.Accepted.class);
  }

  @Test
  void a_static_claim_leaves_the_type_to_the_provider() {
    var claim =
        new ClaimWriter(RestrictedLabels.CORE)
            .writeStatic("pool-1", pool(), Requirements.of(Labels.NODE_POOL, ValueSet.in("pool")));

    assertThat(claim.spec().requirements()).hasSize(1);
    assertThat(claim.spec().resources().requests()).isEmpty();
    assertThat(claim.metadata().annotations())
        .doesNotContainKey("karpenter.sh/nodeclaim-min-values-relaxed");
  }
}
