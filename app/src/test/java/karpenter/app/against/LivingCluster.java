package karpenter.app.against;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import karpenter.api.Json;
import karpenter.api.Labels;
import karpenter.app.cluster.Clusters;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Kinds;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.Resource;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import karpenter.simulator.Circumstances;
import karpenter.simulator.OperatorProgram;
import karpenter.simulator.SimulatedCluster;
import karpenter.simulator.kube.InMemoryKube;

/// A cluster that lives in memory, with its own operator, for commands to look at.
public final class LivingCluster implements AutoCloseable {
  /// A pool that keeps nodes tidy, and six pods of two cores.
  public static final String SMALL =
      """
      apiVersion: karpenter.kwok.sh/v1alpha1
      kind: KWOKNodeClass
      metadata: {name: default}
      ---
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: {name: general}
      spec:
        disruption: {consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 30s}
        template:
          spec:
            expireAfter: Never
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            requirements:
            - {key: kubernetes.io/os, operator: In, values: [linux]}
            - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
            - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: ["4", "8"]}
      ---
      apiVersion: v1
      kind: Namespace
      metadata: {name: shop, labels: {kubernetes.io/metadata.name: shop}}
      ---
      """
          + deployment("web", 6, "2");

  private static final Duration QUIET = Duration.ofMinutes(4);
  private static final Duration PATIENCE = Duration.ofHours(2);

  private final SimulatedCluster cluster;

  private LivingCluster(long seed) {
    cluster = new SimulatedCluster(Circumstances.calm(seed));
  }

  /// A cluster of these objects, once it has come to rest.
  public static LivingCluster of(long seed, String manifests) {
    var living = new LivingCluster(seed);
    living.cluster.run(
        new OperatorProgram(
            KwokProvider.plan(KwokCatalogue.standard()), Settings.DEFAULT, _ -> {}));
    living.apply(manifests);
    living.settle();
    return living;
  }

  public static String deployment(String name, int replicas, String cpu) {
    return """
    apiVersion: apps/v1
    kind: Deployment
    metadata: {name: %s, namespace: shop}
    spec:
      replicas: %d
      selector: {matchLabels: {app: %s}}
      template:
        metadata:
          labels: {app: %s}
          annotations: {vault.example/token: swordfish}
        spec:
          containers:
          - name: main
            image: registry.example/%s:1
            args: ["--password=swordfish"]
            env: [{name: TOKEN, value: swordfish}]
            resources: {requests: {cpu: "%s", memory: 1Gi}}
    """
        .formatted(name, replicas, name, name, name, cpu);
  }

  /// As `kubectl apply` does it.
  public void apply(String manifests) {
    try (var documents = Json.YAML.readerFor(JsonNode.class).<JsonNode>readValues(manifests)) {
      while (documents.hasNext()) {
        if (documents.next() instanceof ObjectNode object) {
          var resource = Kinds.of(object).orElseThrow();
          var before = kube().find(resource, ClusterImage.key(object));
          if (before.isEmpty()) {
            kube().create(resource, object);
          } else {
            object.set("metadata", before.get().path("metadata").deepCopy());
            kube().replace(resource, ClusterImage.key(object), object);
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Until nothing has changed for a while.
  public void settle() {
    long end = cluster.timeline().ticks() + PATIENCE.toNanos();
    var last = "";
    long since = cluster.timeline().ticks();
    while (cluster.timeline().ticks() < end) {
      cluster.pass(Duration.ofSeconds(5));
      var now = picture();
      if (!now.equals(last)) {
        last = now;
        since = cluster.timeline().ticks();
      } else if (cluster.timeline().ticks() - since > QUIET.toNanos()) {
        return;
      }
    }
    throw new AssertionError("it does not come to rest: " + last);
  }

  private String picture() {
    var text = new StringBuilder();
    for (var kind : List.of(Resource.NODES, Resource.NODE_CLAIMS, Resource.PODS)) {
      kube()
          .view(kind)
          .forEach(one -> text.append(one.at("/metadata/resourceVersion").asText()).append(' '));
    }
    return text.toString();
  }

  public InMemoryKube kube() {
    return cluster.kube();
  }

  /// The nodes it has, as a user would tell them apart.
  public List<String> machines() {
    return kube().view(Resource.NODES).stream().map(LivingCluster::machine).sorted().toList();
  }

  private static String machine(ObjectNode node) {
    var labels = node.at("/metadata/labels");
    return "%s %s %s"
        .formatted(
            labels.path(Labels.NODE_POOL).asText(),
            labels.path(Labels.INSTANCE_TYPE).asText(),
            labels.path(Labels.CAPACITY_TYPE).asText());
  }

  /// For commands; kinds that were listed are noted.
  public Clusters clusters(Set<String> listed) {
    return _ ->
        new Clusters.Cluster() {
          @Override
          public Kube kube() {
            return new NotingKube(LivingCluster.this.kube(), listed);
          }

          @Override
          public void close() {}
        };
  }

  @Override
  public void close() {
    cluster.close();
  }
}
