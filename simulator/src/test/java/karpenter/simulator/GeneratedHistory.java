package karpenter.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import karpenter.api.Json;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.scenario.Scene;
import org.jspecify.annotations.Nullable;

/// What users do to a small cluster, as a seed has it: pools with budgets, policies and controls;
/// workloads that are protected in every way there is, grow and shrink; templates that are edited;
/// nodes deleted by hand.
final class GeneratedHistory {
  private static final Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);
  private static final ObjectKey NAMESPACE = ObjectKey.cluster("default");
  private static final List<String> AMOUNTS =
      List.of("0", "1", "1", "2", "3", "10%", "40%", "100%");
  private static final List<String> REASONS = List.of("Empty", "Drifted", "Underutilized");
  private static final List<String> POLICIES =
      List.of("WhenEmpty", "WhenEmptyOrUnderutilized", "WhenEmptyOrUnderutilized", "Balanced");
  private static final List<String> CRONS =
      List.of("*/2 * * * *", "*/3 * * * *", "1-59/4 9,1 * * *", "* * * * mon-fri", "0 */2 5 * sun");
  private static final List<String> ZONES = List.of("UTC", "Europe/Berlin", "America/New_York");
  private static final int MAX_PODS = 9;

  private final SimulatedCluster cluster;
  private final SplittableRandom random;
  private final int pools;
  private final int apps;
  private final List<Integer> statics = new ArrayList<>();
  private int edits;

  GeneratedHistory(SimulatedCluster cluster, SplittableRandom random) {
    this.cluster = cluster;
    this.random = random;
    this.pools = 1 + random.nextInt(3);
    this.apps = 2 + random.nextInt(3);
  }

  void begin() throws Unreachable, InterruptedException {
    create(
        NODE_CLASSES,
        "{apiVersion: karpenter.kwok.sh/v1alpha1, kind: KWOKNodeClass, metadata: {name: default},"
            + " spec: {}}");
    for (int i = 0; i < pools; i++) {
      pool(i);
    }
    while (chance(2)) {
      control();
    }
    for (int i = 0; i < apps; i++) {
      app(i);
    }
    cluster.pass(Duration.ofSeconds(20 + random.nextInt(40)));
  }

  private void pool(int i) throws Unreachable, InterruptedException {
    var pool =
        tree(
            """
            apiVersion: karpenter.sh/v1
            kind: NodePool
            metadata: {name: pool-%d}
            spec:
              disruption: {consolidationPolicy: %s, consolidateAfter: %s, budgets: %s}
              template:
                metadata: {annotations: {edited: "0"}, labels: {of: pool-%d}}
                spec:
                  expireAfter: %s
                  nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
                  requirements:
                    - {key: karpenter.sh/capacity-type, operator: In, values: [%s]}
                    - {key: kubernetes.io/os, operator: In, values: [linux]}
                    - {key: kubernetes.io/arch, operator: In, values: [amd64]}
                    - {key: karpenter.kwok.sh/instance-cpu, operator: In, values: [%s]}
            """
                .formatted(
                    i,
                    one(POLICIES),
                    one(List.of("0s", "0s", "5s", "20s", "Never")),
                    budgets(),
                    i,
                    chance(5) ? one(List.of("3m", "6m")) : "Never",
                    one(List.of("on-demand", "spot", "spot, on-demand")),
                    one(List.of("'2'", "'2', '4'", "'1', '4', '8'"))));
    if (chance(3)) {
      pool.withObject("/spec/template/spec")
          .put("terminationGracePeriod", one(List.of("0s", "15s", "1m")));
    }
    if (i > 0 && chance(6)) {
      statics.add(i);
      pool.withObject("/spec").put("replicas", 1 + random.nextInt(3));
      ((ObjectNode) pool.at("/spec/disruption")).put("consolidateAfter", "0s");
    }
    done(cluster.kube().create(Resource.NODE_POOLS, pool));
  }

  private void app(int i) throws Unreachable, InterruptedException {
    create(
        Resource.DEPLOYMENTS,
        """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: app-%1$d, namespace: default}
        spec:
          replicas: %2$d
          selector: {matchLabels: {app: app-%1$d}}
          template:
            metadata: {labels: {app: app-%1$d}, annotations: {%4$s}}
            spec:
              terminationGracePeriodSeconds: %5$s
              nodeSelector: {%6$s}
              containers:
                - {name: main, image: none, resources: {requests: {cpu: %3$s, memory: 64Mi}}}
        """
            .formatted(
                i,
                1 + random.nextInt(MAX_PODS),
                one(List.of("300m", "700m", "900m", "1500m", "1700m")),
                chance(4)
                    ? "karpenter.sh/do-not-disrupt: '%s'"
                        .formatted(one(List.of("true", "30s", "2m")))
                    : "",
                one(List.of("0", "0", "5", "30")),
                chance(2) ? "of: pool-" + random.nextInt(pools) : ""));
    if (chance(3)) {
      create(
          Resource.POD_DISRUPTION_BUDGETS,
          """
          apiVersion: policy/v1
          kind: PodDisruptionBudget
          metadata: {name: app-%1$d, namespace: default}
          spec: {maxUnavailable: %2$s, selector: {matchLabels: {app: app-%1$d}}}
          """
              .formatted(i, one(List.of("0", "1", "50%"))));
    }
  }

  /// One thing somebody does.
  void step() throws Unreachable, InterruptedException {
    int lot = random.nextInt(100);
    if (lot < 45) {
      scale();
    } else if (lot < 58) {
      edit();
    } else if (lot < 66) {
      patch(
          Resource.NODE_POOLS, pool(), "{spec: {disruption: {budgets: %s}}}".formatted(budgets()));
    } else if (lot < 86) {
      control();
    } else if (lot < 90) {
      approve();
    } else if (lot < 95) {
      deleteByHand();
    } else if (!statics.isEmpty()) {
      patch(
          Resource.NODE_POOLS,
          ObjectKey.cluster("pool-" + statics.get(random.nextInt(statics.size()))),
          "{spec: {replicas: %d}}".formatted(random.nextInt(4)));
    } else {
      scale();
    }
  }

  private void scale() throws Unreachable, InterruptedException {
    patch(
        Resource.DEPLOYMENTS,
        ObjectKey.of("default", "app-" + random.nextInt(apps)),
        "{spec: {replicas: %d}}".formatted(chance(3) ? 0 : random.nextInt(MAX_PODS)));
  }

  private void edit() throws Unreachable, InterruptedException {
    patch(
        Resource.NODE_POOLS,
        pool(),
        "{spec: {template: {metadata: {annotations: {edited: '%d'}}}}}".formatted(++edits));
  }

  private ObjectKey pool() {
    return ObjectKey.cluster("pool-" + random.nextInt(pools));
  }

  private void deleteByHand() {
    var resource = one(List.of(Resource.NODE_CLAIMS, Resource.NODES, Resource.PODS));
    var objects = cluster.kube().view(resource);
    if (!objects.isEmpty()) {
      cluster.kube().delete(resource, Metas.key(one(objects)), Deletion.PLAIN);
    }
  }

  /// Sets a control somewhere, or takes one away.
  private void control() throws Unreachable, InterruptedException {
    int scope = random.nextInt(5);
    var nodes = cluster.kube().view(scope == 3 ? Resource.NODES : Resource.NODE_CLAIMS);
    if (scope == 0) {
      annotate(Resource.NAMESPACES, NAMESPACE, false);
    } else if (scope < 3 || nodes.isEmpty()) {
      annotate(Resource.NODE_POOLS, pool(), false);
    } else {
      annotate(scope == 3 ? Resource.NODES : Resource.NODE_CLAIMS, Metas.key(one(nodes)), true);
    }
  }

  private void annotate(Resource resource, ObjectKey key, boolean isNode)
      throws Unreachable, InterruptedException {
    var control =
        one(
            isNode
                ? List.of("pause", "deny-windows", "min-saving", "rotate", "protect")
                : List.of(
                    "pause",
                    "pause",
                    "allow-windows",
                    "deny-windows",
                    "rate",
                    "rate",
                    "min-saving",
                    "drift",
                    "rotate",
                    "split",
                    "pasue",
                    "payback"));
    if (control.equals("protect")) {
      var value = chance(2) ? "null" : "'true'";
      patch(
          resource,
          key,
          "{metadata: {annotations: {karpenter.sh/do-not-disrupt: %s}}}".formatted(value));
      return;
    }
    annotate(resource, key, control, chance(3) ? null : value(control));
  }

  private void annotate(Resource resource, ObjectKey key, String control, @Nullable String value)
      throws Unreachable, InterruptedException {
    var body = tree("{metadata: {annotations: {}}}");
    body.withObject("/metadata/annotations").put("karpenter-jvm.dev/" + control, value);
    patch(resource, key, body.toString());
  }

  private String value(String control) {
    var now = cluster.now().truncatedTo(ChronoUnit.SECONDS);
    boolean isGarbled = chance(12);
    return switch (control) {
      case "pause" ->
          isGarbled
              ? "until=soon; by=anna; reason=none"
              : "until=%s; by=anna; reason=test".formatted(now.plusSeconds(random.nextInt(200)));
      case "allow-windows", "deny-windows" ->
          switch (random.nextInt(isGarbled ? 1 : 5)) {
            case 0 -> isGarbled ? "at night" : "2026-01-05/2026-03-29 " + one(ZONES);
            case 1 -> now.plusSeconds(random.nextInt(60)) + "/" + now.plusSeconds(90);
            default ->
                "%s %s %s".formatted(one(CRONS), one(List.of("1m", "2m", "90m")), one(ZONES));
          };
      case "rate" -> isGarbled ? "five/1h" : random.nextInt(4) + one(List.of("/1m", "/2m", "/1h"));
      case "min-saving" -> isGarbled ? "a lot" : one(List.of("0.02", "0.05, 20%", "30%", "0.2"));
      case "payback" -> "within=6h; per-pod=0.01";
      case "drift" -> "observe";
      case "rotate" -> now.plusSeconds(random.nextInt(30)).toString();
      case "split" -> "allow";
      default -> "until=%s; by=anna; reason=typo".formatted(now.plusSeconds(100));
    };
  }

  /// Approves what a pool asks for, in waves.
  private void approve() throws Unreachable, InterruptedException {
    for (var pool : cluster.kube().view(Resource.NODE_POOLS)) {
      for (var condition : pool.at("/status/conditions")) {
        var message = condition.path("message").asText();
        if (condition.path("type").asText().equals("DriftApproved")
            && message.contains("approve=")) {
          var from = message.indexOf("approve=");
          var version = message.substring(from, message.indexOf('"', from));
          annotate(
              Resource.NODE_POOLS,
              Metas.key(pool),
              "drift",
              "%s; waves=%s; settle=%s; patience=1m; attempt=%d"
                  .formatted(
                      version,
                      one(List.of("1, 50%", "1, 2, 100%", "50%")),
                      one(List.of("10s", "20s")),
                      ++edits));
          return;
        }
      }
    }
    annotate(Resource.NODE_POOLS, pool(), "drift", "observe");
    edit();
  }

  private String budgets() {
    var budgets = new ArrayList<String>();
    budgets.add("{nodes: '%s'}".formatted(one(AMOUNTS)));
    if (chance(2)) {
      budgets.add("{nodes: '%s', reasons: [%s]}".formatted(one(AMOUNTS), one(REASONS)));
    }
    if (chance(3)) {
      budgets.add(
          "{nodes: '%s', schedule: '%s', duration: %s}"
              .formatted(one(List.of("0", "1")), one(CRONS), one(List.of("1m", "2m", "1h30m"))));
    }
    return budgets.toString();
  }

  private boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  private <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  private void create(Resource resource, String yaml) throws Unreachable, InterruptedException {
    done(cluster.kube().create(resource, tree(yaml)));
  }

  private void patch(Resource resource, ObjectKey key, String yaml)
      throws Unreachable, InterruptedException {
    done(cluster.kube().patch(resource, key, Patch.merge(tree(yaml))));
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
