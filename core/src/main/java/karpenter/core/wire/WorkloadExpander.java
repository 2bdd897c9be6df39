package karpenter.core.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.provisioning.Intake;

/// Makes the pods that the controllers of Kubernetes would make of a workload, less those the input
/// already shows. Names and uids depend on the workload alone, so that two runs agree.
final class WorkloadExpander {
  /// A typing error in `replicas` must not take all memory.
  static final int MAX_REPLICAS = 200_000;

  private static final String TEMPLATE_HASH = "pod-template-hash";

  private final Inventory inventory;
  private final PodReader reader;
  private final Map<String, Integer> existing;
  private final Consumer<String> notes;

  WorkloadExpander(Inventory inventory, PodReader reader, Consumer<String> notes) {
    this.inventory = inventory;
    this.reader = reader;
    this.existing = podsByController(inventory);
    this.notes = notes;
  }

  /// Pods of one workload: how many there are to be, and how one is told from the next.
  ///
  /// @param labels that the controller puts on all of them
  private record Replicas(Item workload, Place template, int count, Map<String, String> labels) {
    Optional<String> controller() {
      return Optional.of(workload.key());
    }
  }

  List<Pod> pods() {
    var pods = new ArrayList<Pod>();
    inventory.of(Kind.DEPLOYMENT).forEach(item -> pods.addAll(deployment(item)));
    inventory.of(Kind.REPLICA_SET).forEach(item -> pods.addAll(replicaSet(item)));
    inventory.of(Kind.REPLICATION_CONTROLLER).forEach(item -> pods.addAll(replicaSet(item)));
    inventory.of(Kind.STATEFUL_SET).forEach(item -> pods.addAll(statefulSet(item)));
    inventory.of(Kind.JOB).forEach(item -> pods.addAll(job(item)));
    inventory.of(Kind.CRON_JOB).forEach(item -> pods.addAll(cronJob(item)));
    return pods;
  }

  private List<Pod> deployment(Item item) {
    var template = item.place().get("spec", "template");
    int count = missing(item, replicas(item));
    return alike(new Replicas(item, template, count, revisionLabels(template)));
  }

  private List<Pod> replicaSet(Item item) {
    if (item.controller().flatMap(inventory::find).isPresent()) {
      return List.of();
    }
    var template = item.place().get("spec", "template");
    return alike(new Replicas(item, template, missing(item, replicas(item)), Map.of()));
  }

  private List<Pod> statefulSet(Item item) {
    var template = item.place().get("spec", "template");
    var claims = claimTemplates(item.place().get("spec", "volumeClaimTemplates"));
    int first = item.place().get("spec", "ordinals", "start").integer(0, MAX_REPLICAS).orElse(0);
    var replicas = new Replicas(item, template, replicas(item), Map.of());
    var pods = new ArrayList<Pod>();
    for (int i = first; i < first + replicas.count(); i++) {
      var name = item.name() + "-" + i;
      if (inventory.find(Fellows.key("Pod", item.namespace(), name)).isEmpty()) {
        var labels =
            Map.of(
                "statefulset.kubernetes.io/pod-name",
                name,
                "apps.kubernetes.io/pod-index",
                Integer.toString(i));
        var identity = identity(replicas, name).withLabels(labels).withClaims(claims);
        pods.add(pod(replicas, identity, i, spec(replicas, identity)));
      }
    }
    return ifFaultless(item, pods);
  }

  private List<Pod> job(Item item) {
    return job(
        item, item.place().get("spec"), missing(item, jobPods(item, item.place().get("spec"))));
  }

  /// One run; how many overlap is up to the schedule.
  private List<Pod> cronJob(Item item) {
    if (item.place().get("spec", "suspend").flag()) {
      notes.accept(item.title() + " is suspended");
      return List.of();
    }
    var spec = item.place().get("spec", "jobTemplate", "spec");
    return job(item, spec, jobPods(item, spec));
  }

  private List<Pod> job(Item item, Place spec, int count) {
    var labels = Map.of("batch.kubernetes.io/job-name", item.name(), "job-name", item.name());
    var replicas = new Replicas(item, spec.get("template"), count, labels);
    if (!spec.get("completionMode").text("").equals("Indexed")) {
      return alike(replicas);
    }
    var pods = new ArrayList<Pod>();
    for (int i = 0; i < count; i++) {
      var indexed = new TreeMap<>(labels);
      indexed.put("batch.kubernetes.io/job-completion-index", Integer.toString(i));
      var identity = identity(replicas, item.name() + "-" + i).withLabels(indexed);
      pods.add(pod(replicas, identity, i, spec(replicas, identity)));
    }
    return ifFaultless(item, pods);
  }

  /// As many as run at once, but no more than are still to be completed.
  private int jobPods(Item item, Place spec) {
    if (spec.get("suspend").flag()) {
      notes.accept(item.title() + " is suspended");
      return 0;
    }
    if (item.place().get("status", "completionTime").isPresent()) {
      return 0;
    }
    int parallel = spec.get("parallelism").integer(0, MAX_REPLICAS).orElse(1);
    int wanted = spec.get("completions").integer(0, Integer.MAX_VALUE).orElse(parallel);
    int done = item.place().get("status", "succeeded").integer(0, Integer.MAX_VALUE).orElse(0);
    return Math.clamp((long) wanted - done, 0, parallel);
  }

  /// Pods that differ in nothing but their names, unless a volume is made for each.
  private List<Pod> alike(Replicas replicas) {
    var pods = new ArrayList<Pod>();
    var item = replicas.workload();
    boolean ownVolumes = hasEphemeralVolumes(replicas.template());
    // Read even if nothing is to be made of it, so that its problems show.
    var first = identity(replicas, item.name() + "-0").withLabels(replicas.labels());
    var shared = spec(replicas, first);
    for (int i = 0; i < replicas.count(); i++) {
      var identity = identity(replicas, item.name() + "-" + i).withLabels(replicas.labels());
      pods.add(pod(replicas, identity, i, ownVolumes ? spec(replicas, identity) : shared));
    }
    return ifFaultless(item, pods);
  }

  private PodIdentity identity(Replicas replicas, String name) {
    return PodIdentity.of(replicas.workload().namespace(), name)
        .controlledBy(replicas.controller());
  }

  private PodSpec spec(Replicas replicas, PodIdentity identity) {
    if (replicas.template().isAbsent()) {
      replicas.template().expected("a pod template");
    }
    return reader.spec(replicas.template(), PodForm.PENDING, identity);
  }

  private static Pod pod(Replicas replicas, PodIdentity identity, int index, PodSpec spec) {
    var workload = replicas.workload();
    var uid = "%s/%06d".formatted(workload.key(), index);
    return new Pod(uid, identity.name(), PodReader.created(workload.metadata()), spec);
  }

  private List<Pod> ifFaultless(Item item, List<Pod> pods) {
    if (!item.isFaultless()) {
      return List.of();
    }
    if (!pods.isEmpty() && Intake.refusesPools(pods.getFirst().spec())) {
      notes.accept(item.title() + " asks for nodes outside every NodePool");
      return List.of();
    }
    return pods;
  }

  static int replicas(Item item) {
    return item.place().get("spec", "replicas").integer(0, MAX_REPLICAS).orElse(1);
  }

  private int missing(Item item, int wanted) {
    return Math.max(0, wanted - existing.getOrDefault(item.key(), 0));
  }

  private static boolean hasEphemeralVolumes(Place template) {
    return template.get("spec", "volumes").items().stream()
        .anyMatch(volume -> volume.get("ephemeral").isPresent());
  }

  private static Map<String, Place> claimTemplates(Place list) {
    var templates = new TreeMap<String, Place>();
    for (var template : list.items()) {
      templates.put(template.get("metadata", "name").requiredText("a name"), template);
    }
    return templates;
  }

  /// Counts a Deployment's pods too, which its ReplicaSets control.
  private static Map<String, Integer> podsByController(Inventory inventory) {
    var counts = new HashMap<String, Integer>();
    for (var pod : inventory.of(Kind.POD)) {
      var controller = pod.controller();
      if (controller.isEmpty() || PodPhase.isFinished(pod.place())) {
        continue;
      }
      counts.merge(controller.get(), 1, Integer::sum);
      deployment(inventory, pod, controller.get())
          .ifPresent(key -> counts.merge(key, 1, Integer::sum));
    }
    return counts;
  }

  /// A ReplicaSet is named after its Deployment and the hash its pods carry, should it not be in
  /// the input itself.
  private static Optional<String> deployment(Inventory inventory, Item pod, String controller) {
    var replicaSet = inventory.find(controller);
    if (replicaSet.isPresent()) {
      return replicaSet.get().controller();
    }
    var hash = pod.metadata().get("labels").get(TEMPLATE_HASH).text("");
    var prefix = Fellows.key("ReplicaSet", pod.namespace(), "");
    return !hash.isEmpty() && controller.startsWith(prefix) && controller.endsWith("-" + hash)
        ? Optional.of(
            Fellows.key(
                "Deployment",
                pod.namespace(),
                controller.substring(prefix.length(), controller.length() - hash.length() - 1)))
        : Optional.empty();
  }

  /// Stands for the hash the Deployment controller would compute: it changes when the template
  /// does.
  static Map<String, String> revisionLabels(Place template) {
    int hash = 0x811c9dc5;
    for (var c : template.node().toString().toCharArray()) {
      hash = (hash ^ c) * 0x01000193;
    }
    return Map.of(TEMPLATE_HASH, Integer.toUnsignedString(hash, Character.MAX_RADIX));
  }
}
