package karpenter.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import karpenter.api.Json;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.scenario.Scene;

/// What users have in a cluster of a [FaultyDay], and what they do to it. Most nodes are of one
/// pool that is edited by nobody: a day in which every node drifts would be about nothing else.
/// Everything they ask for can be had, as long as nothing is sold out.
final class FaultyCluster {
  private static final Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);
  private static final String MAIN = "main";
  private static final String SIDE = "side";

  /// Whose pods nobody may evict, and whose nodes have a deadline.
  private static final String STRICT = "strict";

  private final InMemoryKube kube;
  private final SplittableRandom random;
  private final int nodes;
  private final List<App> apps = new ArrayList<>();
  private int edits;

  /// @param usual how many pods it has on average
  private record App(String name, int usual) {}

  FaultyCluster(InMemoryKube kube, SplittableRandom random, int nodes) {
    this.kube = kube;
    this.random = random;
    this.nodes = nodes;
  }

  void open() {
    create(
        NODE_CLASSES,
        "{apiVersion: karpenter.kwok.sh/v1alpha1, kind: KWOKNodeClass, metadata: {name: default},"
            + " spec: {}}");
    pool(MAIN, one(List.of("Never", "30m", "5m")), "");
    pool(
        SIDE,
        one(List.of("15s", "15s", "1m", "10m")),
        chance(3) ? "terminationGracePeriod: 10m" : "");
    pool(STRICT, "1m", "terminationGracePeriod: " + one(List.of("2m", "5m", "20m")));
    // Of 2 cores, 1.5 are one pod, 0.8 two.
    app(MAIN, "1500m", 0.40, "");
    app(MAIN, "1500m", 0.20, "");
    app(MAIN, "800m", 0.30, "");
    app(SIDE, "1500m", 0.06, "");
    app(SIDE, "800m", 0.10, "");
    app(SIDE, "300m", 0.10, "");
    app(STRICT, "800m", 0.04, chance(2) ? "karpenter.sh/do-not-disrupt: 'true'" : "");
    for (int i = 0; i < apps.size(); i++) {
      boolean isStrict = i == apps.size() - 1;
      if (isStrict || chance(2)) {
        budget(apps.get(i).name(), isStrict ? "0" : one(List.of("1", "1", "20%", "50%")));
      }
    }
    if (chance(4)) {
      create(
          Resource.DAEMON_SETS,
          """
          metadata: {name: agent, namespace: default}
          spec:
            selector: {matchLabels: {app: agent}}
            template:
              metadata: {labels: {app: agent}}
              spec:
                nodeSelector: {of: side}
                containers: [{name: main, image: none, resources: {requests: {cpu: 100m}}}]
          """);
    }
  }

  private void pool(String name, String consolidateAfter, String more) {
    var pool =
        tree(
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: %1$s}
            spec:
              disruption: {consolidationPolicy: %2$s, consolidateAfter: %3$s, budgets: %4$s}
              template:
                metadata: {annotations: {edited: "0"}, labels: {of: %1$s}}
                spec:
                  expireAfter: %5$s
                  nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
                  requirements:
                    - {key: karpenter.sh/capacity-type, operator: In, values: [%6$s]}
                    - {key: kubernetes.io/os, operator: In, values: [linux]}
                    - {key: kubernetes.io/arch, operator: In, values: [amd64]}
                    - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: [%7$s]}
            """
                .formatted(
                    name,
                    name.equals(MAIN)
                        ? "WhenEmpty"
                        : one(List.of("WhenEmpty", "WhenEmptyOrUnderutilized", "Balanced")),
                    consolidateAfter,
                    budgets(),
                    name.equals(SIDE) ? one(List.of("Never", "6h", "12h")) : "Never",
                    one(List.of("on-demand", "spot, on-demand", "spot, on-demand")),
                    name.equals(MAIN) ? "'2'" : one(List.of("'2'", "'2', '4'"))));
    if (!more.isEmpty()) {
      pool.withObject("/spec/template/spec").setAll(tree("{" + more + "}"));
    }
    done(kube.create(Resource.NODE_POOLS, pool));
  }

  private String budgets() {
    return "[{nodes: '%s'}%s]"
        .formatted(
            one(List.of("1", "2", "3", "10%", "20%")),
            chance(3) ? ", {nodes: '1', reasons: [Drifted]}" : "");
  }

  /// @param share of the cluster's pods, of which there are as many as nodes
  private void app(String pool, String cpu, double share, String annotation) {
    var app = new App("app-" + apps.size(), Math.max(2, (int) (nodes * share * 1.25)));
    apps.add(app);
    create(
        Resource.DEPLOYMENTS,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %1$s, namespace: default}
        spec:
          replicas: %2$d
          strategy: {rollingUpdate: {maxSurge: %7$s, maxUnavailable: %7$s}}
          selector: {matchLabels: {app: %1$s}}
          template:
            metadata: {labels: {app: %1$s}, annotations: {%4$s}}
            spec:
              terminationGracePeriodSeconds: %5$s
              nodeSelector: {of: %6$s}
              containers:
                - {name: main, image: none, resources: {requests: {cpu: %3$s, memory: 64Mi}}}
        """
            .formatted(
                app.name(),
                app.usual(),
                cpu,
                annotation,
                one(List.of("0", "5", "30")),
                pool,
                app.usual() > 30 ? "10%" : "25%"));
  }

  private void budget(String app, String maxUnavailable) {
    create(
        Resource.POD_DISRUPTION_BUDGETS,
        """
        apiVersion: policy/v1
        kind: PodDisruptionBudget
        metadata: {name: %1$s, namespace: default}
        spec: {maxUnavailable: %2$s, selector: {matchLabels: {app: %1$s}}}
        """
            .formatted(app, maxUnavailable));
  }

  /// By up to a fifth either way.
  void scale() {
    var app = one(apps);
    int spread = Math.max(1, app.usual() / 5);
    replicas(app, app.usual() + random.nextInt(-spread, spread + 1));
  }

  /// One of those whose empty nodes go soon.
  void scaleUp() {
    var app = apps.get(3 + random.nextInt(2));
    replicas(app, app.usual() + 2 + random.nextInt(4));
  }

  /// One of those whose empty nodes go soon.
  ///
  /// @return brings its pods back
  Runnable scaleDown() {
    var app = apps.get(3 + random.nextInt(2));
    int fewer = Math.max(1, app.usual() / 2);
    replicas(app, app.usual() - fewer);
    return () -> replicas(app, app.usual());
  }

  private void replicas(App app, int count) {
    patch(
        Resource.DEPLOYMENTS,
        ObjectKey.of("default", app.name()),
        "{spec: {replicas: %d}}".formatted(count));
  }

  /// One of the smaller ones.
  void rollOut() {
    patch(
        Resource.DEPLOYMENTS,
        ObjectKey.of("default", apps.get(3 + random.nextInt(3)).name()),
        "{spec: {template: {metadata: {annotations: {edited: '%d'}}}}}".formatted(++edits));
  }

  void editPool() {
    edit(one(List.of(SIDE, STRICT)));
  }

  /// The one whose pods may be moved, and need a node to be moved to.
  void editSide() {
    edit(SIDE);
  }

  private void edit(String pool) {
    patch(
        Resource.NODE_POOLS,
        ObjectKey.cluster(pool),
        "{spec: {template: {metadata: {annotations: {edited: '%d'}}}}}".formatted(++edits));
  }

  void editBudgets() {
    patch(
        Resource.NODE_POOLS,
        ObjectKey.cluster(one(List.of(MAIN, SIDE, STRICT))),
        "{spec: {disruption: {budgets: %s}}}".formatted(budgets()));
  }

  private boolean chance(int of) {
    return random.nextInt(of) == 0;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private void create(Resource resource, String yaml) {
    done(kube.create(resource, tree(yaml)));
  }

  private void patch(Resource resource, ObjectKey key, String yaml) {
    done(kube.patch(resource, key, Patch.merge(tree(yaml))));
  }

  private static void done(Answer answer) {
    if (!(answer instanceof Answer.Done)) {
      throw new Scene.Unmet("what the user does is answered " + answer);
    }
  }

  private static ObjectNode tree(String yaml) {
    try {
      return (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(yaml, e);
    }
  }
}
