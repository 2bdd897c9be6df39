package karpenter.operator.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import karpenter.api.Json;
import karpenter.operator.kube.Resource;

/// How much memory the state takes, per pod, per node and per claim: 20,000 pods of 500 workloads,
/// two of three running, on 1,000 nodes. Trees are read from text, as a watch does, so that nothing
/// is shared that the state does not share itself.
public final class StateFootprint {
  private static final int PODS = 20_000;
  private static final int NODES = 1_000;
  private static final int PODS_PER_WORKLOAD = 40;

  private StateFootprint() {}

  public static void main(String[] args) {
    // Classes and the reader's own tables are nobody's pod.
    measure(Objects.state(), Resource.PODS, 100, StateFootprint::pod);
    var state = Objects.state();
    report("node", measure(state, Resource.NODES, NODES, StateFootprint::node), NODES);
    report("claim", measure(state, Resource.NODE_CLAIMS, NODES, StateFootprint::claim), NODES);
    report("pod", measure(state, Resource.PODS, PODS, StateFootprint::pod), PODS);
    var snapshot = state.snapshot();
    System.out.printf(
        Locale.ROOT,
        "%d pods, %d waiting, %d nodes, %d claims, %d quarantined%n",
        snapshot.all(Kind.PODS).size(),
        snapshot.provisionable().size(),
        snapshot.nodes().size(),
        snapshot.claims().size(),
        state.quarantine().size());
  }

  private static long measure(
      WatchedState state, Resource resource, int count, IntFunction<String> text) {
    long before = used();
    for (int i = 0; i < count; i++) {
      state.changed(resource, tree(text.apply(i)), true);
    }
    return used() - before;
  }

  private static void report(String what, long bytes, int count) {
    System.out.printf(
        Locale.ROOT, "%-6s %,7d bytes each (%,d in all)%n", what, bytes / count, bytes);
  }

  /// After everything that can go is gone; the least of some, because the first may come too early.
  private static long used() {
    var runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static ObjectNode tree(String json) {
    try {
      return (ObjectNode) Json.JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new AssertionError(json, e);
    }
  }

  private static String pod(int i) {
    int workload = i / PODS_PER_WORKLOAD;
    boolean runs = i % 3 != 0;
    var suffix = Integer.toString(100_000 + i, 36);
    var status =
        runs
            ? """
              {"phase": "Running", "startTime": "2026-01-05T09:00:04Z", "podIP": "10.0.%d.%d", "conditions": [
                {"type": "PodScheduled", "status": "True", "lastTransitionTime": "2026-01-05T09:00:04Z"},
                {"type": "Initialized", "status": "True", "lastTransitionTime": "2026-01-05T09:00:04Z"},
                {"type": "ContainersReady", "status": "True", "lastTransitionTime": "2026-01-05T09:00:06Z"},
                {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-05T09:00:06Z"}]}
              """
                .formatted(i / 250 % 250, i % 250)
            : """
              {"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False",
                "reason": "Unschedulable", "message": "0/1000 nodes are available: 1000 Insufficient cpu."}]}
              """;
    return """
    {"apiVersion": "v1", "kind": "Pod",
     "metadata": {"name": "web-%1$d-7d4b9c6f5-%2$s", "generateName": "web-%1$d-7d4b9c6f5-", "namespace": "team-%3$d",
       "uid": "5f0c2a9e-31b7-4c1d-9e8a-%4$012d", "resourceVersion": "%5$d",
       "creationTimestamp": "2026-01-05T09:00:00Z",
       "labels": {"app": "web-%1$d", "pod-template-hash": "7d4b9c6f5", "team": "team-%3$d"},
       "annotations": {"prometheus.io/scrape": "true"},
       "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": "web-%1$d-7d4b9c6f5",
         "uid": "9c1d2a9e-31b7-4c1d-9e8a-%6$012d", "controller": true, "blockOwnerDeletion": true}],
       "managedFields": [{"manager": "kube-controller-manager", "operation": "Update", "fieldsV1": {"f:metadata": {"f:labels": {"f:app": {}}}}}]},
     "spec": {"nodeName": %7$s, "serviceAccountName": "default", "schedulerName": "default-scheduler", "priority": 0,
       "terminationGracePeriodSeconds": 30,
       "volumes": [{"name": "kube-api-access-%2$s", "projected": {"sources": [{"serviceAccountToken": {"path": "token"}}]}}],
       "containers": [{"name": "main", "image": "registry.example.com/web:1.2.3", "resources": {
         "requests": {"cpu": "%8$dm", "memory": "256Mi"}, "limits": {"memory": "512Mi"}},
         "volumeMounts": [{"name": "kube-api-access-%2$s", "mountPath": "/var/run/secrets"}]}],
       "topologySpreadConstraints": [{"maxSkew": 1, "topologyKey": "topology.kubernetes.io/zone",
         "whenUnsatisfiable": "ScheduleAnyway", "labelSelector": {"matchLabels": {"app": "web-%1$d"}}}],
       "tolerations": [
         {"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300},
         {"key": "node.kubernetes.io/unreachable", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300}]},
     "status": %9$s}
    """
        .formatted(
            workload,
            suffix,
            workload % 20,
            i,
            1_000_000 + i,
            workload,
            runs ? "\"general-" + i % NODES + "\"" : "null",
            100 + 50 * (workload % 10),
            status);
  }

  private static String node(int i) {
    return """
    {"apiVersion": "v1", "kind": "Node",
     "metadata": {"name": "general-%1$d", "uid": "6a0c2a9e-31b7-4c1d-9e8a-%1$012d", "resourceVersion": "%2$d",
       "creationTimestamp": "2026-01-05T09:00:00Z", "finalizers": ["karpenter.sh/termination"],
       "labels": {"beta.kubernetes.io/arch": "amd64", "beta.kubernetes.io/os": "linux", "kubernetes.io/arch": "amd64",
         "kubernetes.io/hostname": "general-%1$d", "kubernetes.io/os": "linux", "karpenter.sh/nodepool": "general",
         "karpenter.sh/capacity-type": "spot", "karpenter.sh/initialized": "true", "karpenter.sh/registered": "true",
         "karpenter.kwok.sh/kwoknodeclass": "default", "karpenter.kwok.sh/instance-cpu": "16",
         "karpenter.kwok.sh/instance-family": "c", "karpenter.kwok.sh/instance-memory": "32768",
         "karpenter.kwok.sh/instance-size": "16x", "node.kubernetes.io/instance-type": "c-16x-amd64-linux",
         "topology.kubernetes.io/zone": "test-zone-%3$s"},
       "annotations": {"karpenter.sh/nodepool-hash": "4012513481623584108", "karpenter.sh/nodepool-hash-version": "v3",
         "kwok.x-k8s.io/node": "fake", "node.alpha.kubernetes.io/ttl": "0", "volumes.kubernetes.io/controller-managed-attach-detach": "true"},
       "ownerReferences": [{"apiVersion": "karpenter.sh/v1", "kind": "NodeClaim", "name": "general-%1$d",
         "uid": "7b0c2a9e-31b7-4c1d-9e8a-%1$012d", "blockOwnerDeletion": true}]},
     "spec": {"providerID": "kwok://general-%1$d"},
     "status": {"capacity": {"cpu": "16", "memory": "32Gi", "ephemeral-storage": "20Gi", "pods": "110"},
       "allocatable": {"cpu": "15900m", "memory": "31Gi", "ephemeral-storage": "20Gi", "pods": "110"},
       "conditions": [
         {"type": "Ready", "status": "True", "lastTransitionTime": "2026-01-05T09:00:05Z"},
         {"type": "MemoryPressure", "status": "False", "lastTransitionTime": "2026-01-05T09:00:05Z"},
         {"type": "DiskPressure", "status": "False", "lastTransitionTime": "2026-01-05T09:00:05Z"},
         {"type": "PIDPressure", "status": "False", "lastTransitionTime": "2026-01-05T09:00:05Z"},
         {"type": "NetworkUnavailable", "status": "False", "lastTransitionTime": "2026-01-05T09:00:05Z"}]}}
    """
        .formatted(i, 2_000_000 + i, List.of("a", "b", "c").get(i % 3));
  }

  private static String claim(int i) {
    return """
    {"apiVersion": "karpenter.sh/v1", "kind": "NodeClaim",
     "metadata": {"name": "general-%1$d", "uid": "7b0c2a9e-31b7-4c1d-9e8a-%1$012d", "resourceVersion": "%2$d", "generation": 1,
       "creationTimestamp": "2026-01-05T09:00:00Z", "finalizers": ["karpenter.sh/termination"],
       "labels": {"karpenter.sh/nodepool": "general", "karpenter.kwok.sh/kwoknodeclass": "default",
         "karpenter.sh/capacity-type": "spot", "node.kubernetes.io/instance-type": "c-16x-amd64-linux",
         "topology.kubernetes.io/zone": "test-zone-%3$s", "kubernetes.io/arch": "amd64", "kubernetes.io/os": "linux"},
       "annotations": {"karpenter.sh/nodepool-hash": "4012513481623584108", "karpenter.sh/nodepool-hash-version": "v3"},
       "ownerReferences": [{"apiVersion": "karpenter.sh/v1", "kind": "NodePool", "name": "general", "uid": "pool", "blockOwnerDeletion": true}]},
     "spec": {"nodeClassRef": {"group": "karpenter.kwok.sh", "kind": "KWOKNodeClass", "name": "default"}, "expireAfter": "720h",
       "requirements": [
         {"key": "karpenter.sh/capacity-type", "operator": "In", "values": ["spot"]},
         {"key": "kubernetes.io/arch", "operator": "In", "values": ["amd64"]},
         {"key": "karpenter.sh/nodepool", "operator": "In", "values": ["general"]},
         {"key": "node.kubernetes.io/instance-type", "operator": "In", "values": ["c-16x-amd64-linux", "m-16x-amd64-linux", "s-16x-amd64-linux", "c-32x-amd64-linux"]}],
       "resources": {"requests": {"cpu": "%4$dm", "memory": "20Gi", "pods": "20"}}},
     "status": {"providerID": "kwok://general-%1$d", "nodeName": "general-%1$d", "imageID": "",
       "capacity": {"cpu": "16", "memory": "32Gi", "ephemeral-storage": "20Gi", "pods": "110"},
       "allocatable": {"cpu": "15900m", "memory": "31Gi", "ephemeral-storage": "20Gi", "pods": "110"},
       "conditions": [
         {"type": "Launched", "status": "True", "reason": "Launched", "message": "", "lastTransitionTime": "2026-01-05T09:00:01Z", "observedGeneration": 1},
         {"type": "Registered", "status": "True", "reason": "Registered", "message": "", "lastTransitionTime": "2026-01-05T09:00:04Z", "observedGeneration": 1},
         {"type": "Initialized", "status": "True", "reason": "Initialized", "message": "", "lastTransitionTime": "2026-01-05T09:00:06Z", "observedGeneration": 1},
         {"type": "Consolidatable", "status": "True", "reason": "Consolidatable", "message": "", "lastTransitionTime": "2026-01-05T09:00:30Z", "observedGeneration": 1},
         {"type": "Ready", "status": "True", "reason": "Ready", "message": "", "lastTransitionTime": "2026-01-05T09:00:06Z", "observedGeneration": 1}]}}
    """
        .formatted(i, 3_000_000 + i, List.of("a", "b", "c").get(i % 3), 10_000 + i % 50);
  }
}
