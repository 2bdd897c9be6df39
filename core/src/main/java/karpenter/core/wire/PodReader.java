package karpenter.core.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.api.Annotations;
import karpenter.core.facts.ResourceClaimTemplateFacts;
import karpenter.core.pod.DeviceClaimRef;
import karpenter.core.pod.DeviceClaimRef.Sharing;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;

/// Reads pods and pod templates. Pods that need the same share one [PodSpec].
///
/// Reading goes on past a problem, so that one look at the report is enough. The value is then what
/// could be understood; whoever asked must look at the problems before believing it.
final class PodReader {
  static final int VIRTUAL_PRIORITY = Integer.MIN_VALUE;

  private final PodContext context;
  private final Interner interner;

  PodReader(PodContext context) {
    this(context, new Interner());
  }

  PodReader(PodContext context, Interner interner) {
    this.context = context;
    this.interner = interner;
  }

  Pod pod(Item item, PodForm form) {
    var metadata = item.metadata();
    var name = item.name();
    var namespace = item.namespace();
    var identity = PodIdentity.of(namespace, name).controlledBy(item.controller());
    var spec = spec(item.place(), form, identity);
    var uid = metadata.get("uid").text("");
    return new Pod(
        uid.isEmpty() ? "pod/" + namespace + "/" + name : uid, name, created(metadata), spec);
  }

  static String namespace(Place metadata) {
    var namespace = metadata.get("namespace").text("");
    return namespace.isEmpty() ? "default" : namespace;
  }

  static Instant created(Place metadata) {
    return metadata.get("creationTimestamp").instant().orElse(Instant.EPOCH);
  }

  /// @param pod an object with `metadata` and `spec`: a pod or the template of one
  PodSpec spec(Place pod, PodForm form, PodIdentity identity) {
    var spec = pod.get("spec");
    checkContainers(spec);
    var labels = new TreeMap<>(LabelSyntax.labels(pod.get("metadata", "labels")));
    labels.putAll(identity.labels());
    var affinity = spec.get("affinity");
    var terms = new PodAffinityReader(identity.namespace(), labels);
    var runtime =
        isAdmitted(pod) ? PodAdmission.RuntimeNeeds.NONE : context.admission().runtime(spec);

    var builder = PodSpec.builder().namespace(identity.namespace()).labels(labels);
    addRequests(builder, pod, identity.namespace(), runtime);
    addPlaces(builder, spec, form, runtime);
    TaintReader.tolerations(spec.get("tolerations")).forEach(builder::tolerate);
    runtime.tolerations().forEach(builder::tolerate);
    if (form == PodForm.DAEMON) {
      daemonTolerations(spec.get("hostNetwork").flag()).forEach(builder::tolerate);
    }
    spread(spec, labels, form, identity).forEach(builder::spread);
    terms.required(affinity.get("podAffinity")).forEach(term -> builder.near(interner.of(term)));
    terms
        .required(affinity.get("podAntiAffinity"))
        .forEach(term -> builder.awayFrom(interner.of(term)));
    podPreferences(terms, affinity).forEach(builder::prefer);
    HostPortReader.read(spec).forEach(builder::hostPort);
    if (form.hasVolumes()) {
      context.volumes().ifPresent(volumes -> addVolumes(builder, volumes, spec, form, identity));
    }
    deviceClaims(pod, identity.namespace()).forEach(builder::claim);
    if (form == PodForm.VIRTUAL || isBufferChunk(pod)) {
      builder.virtual().priority(VIRTUAL_PRIORITY);
    } else {
      builder.priority(context.admission().priority(spec));
    }
    return interner.of(builder.build());
  }

  /// Virtual pods that were written down, as snapshots of a provisioning pass are, say what they
  /// are.
  private static boolean isBufferChunk(Place pod) {
    return pod.get("metadata", "annotations", Annotations.BUFFER_FAKE_POD).text("").equals("true");
  }

  /// Whether an API server has seen it: it then carries all defaults, and those of today need not
  /// be those of its time.
  private static boolean isAdmitted(Place pod) {
    return !pod.get("metadata", "uid").text("").isEmpty();
  }

  private static void checkContainers(Place spec) {
    var containers = spec.get("containers");
    if (containers.items().isEmpty()) {
      containers.expected("at least one container");
    }
  }

  /// A claim by name is shared by all pods that name it; one from a template is each pod's own, and
  /// has a name once it is made.
  private static List<DeviceClaimRef> deviceClaims(Place pod, String namespace) {
    var made = new TreeMap<String, Place>();
    for (var status : pod.get("status", "resourceClaimStatuses").items()) {
      made.put(status.get("name").text(""), status.get("resourceClaimName"));
    }
    var claims = new ArrayList<DeviceClaimRef>();
    for (var claim : pod.get("spec", "resourceClaims").items()) {
      var name = claim.get("name").requiredText("the name of the claim within the pod");
      var shared = claim.get("resourceClaimName").text("");
      var template = claim.get("resourceClaimTemplateName").text("");
      var status = made.get(name);
      if (!shared.isEmpty()) {
        claims.add(new DeviceClaimRef(namespace + "/" + shared, Sharing.SHARED));
      } else if (template.isEmpty()) {
        claim.expected("a resourceClaimName or a resourceClaimTemplateName");
      } else if (status == null) {
        claims.add(
            new DeviceClaimRef(ResourceClaimTemplateFacts.id(namespace, template), Sharing.OWN));
      } else if (status.isPresent()) {
        claims.add(new DeviceClaimRef(namespace + "/" + status.text(""), Sharing.SHARED));
      }
    }
    return claims;
  }

  private void addRequests(
      PodSpecBuilder builder, Place pod, String namespace, PodAdmission.RuntimeNeeds runtime) {
    var defaults =
        isAdmitted(pod) ? ContainerDefaults.NONE : context.admission().containers(namespace);
    builder.requests(interner.of(PodRequests.of(pod, defaults, runtime.overhead())));
  }

  private void addPlaces(
      PodSpecBuilder builder, Place spec, PodForm form, PodAdmission.RuntimeNeeds runtime) {
    var reader =
        new NodeAffinityReader(form.dialect(context), context.aliases(), form.matchFields());
    var ofRuntime = RequirementReader.join(Requirements.none(), runtime.nodeSelector());
    var alternatives = new ArrayList<Requirements>();
    for (var alternative : reader.alternatives(spec)) {
      alternatives.add(interner.of(alternative.and(ofRuntime.requirements())));
    }
    builder.nodeAlternatives(alternatives);
    reader.preferences(spec).forEach(builder::prefer);
  }

  private static List<Preference> podPreferences(PodAffinityReader terms, Place affinity) {
    var preferences = new ArrayList<Preference>();
    preferences.addAll(terms.preferred(affinity.get("podAffinity"), Preference.NearPods::new));
    preferences.addAll(
        terms.preferred(affinity.get("podAntiAffinity"), Preference.AwayFromPods::new));
    return preferences;
  }

  /// A pod's own constraints, or the cluster's; never some of both.
  private List<SpreadConstraint> spread(
      Place spec, Map<String, String> labels, PodForm form, PodIdentity identity) {
    var own = SpreadReader.read(spec.get("topologySpreadConstraints"), labels);
    boolean isPlaced = form == PodForm.BOUND || form == PodForm.DAEMON;
    if (!own.isEmpty() || isPlaced || context.spread().constraints().isEmpty()) {
      return own.stream().map(interner::of).toList();
    }
    return context
        .fellows()
        .of(identity.namespace(), labels, identity.controller())
        .map(context.spread()::of)
        .orElse(List.of());
  }

  private static void addVolumes(
      PodSpecBuilder builder,
      VolumeResolver volumes,
      Place spec,
      PodForm form,
      PodIdentity identity) {
    var resolution = volumes.resolve(spec, identity, form.volumeCheck());
    builder.volumeAlternatives(resolution.alternatives()).volumes(resolution.uses());
  }

  /// What the DaemonSet controller adds to the pods it makes.
  private static List<Toleration> daemonTolerations(boolean onHostNetwork) {
    var tolerations = new ArrayList<Toleration>();
    tolerations.add(exists("node.kubernetes.io/not-ready", Taint.Effect.NO_EXECUTE));
    tolerations.add(exists("node.kubernetes.io/unreachable", Taint.Effect.NO_EXECUTE));
    for (var condition :
        List.of("disk-pressure", "memory-pressure", "pid-pressure", "unschedulable")) {
      tolerations.add(exists("node.kubernetes.io/" + condition, Taint.Effect.NO_SCHEDULE));
    }
    if (onHostNetwork) {
      tolerations.add(exists("node.kubernetes.io/network-unavailable", Taint.Effect.NO_SCHEDULE));
    }
    return tolerations;
  }

  private static Toleration exists(String key, Taint.Effect effect) {
    return new Toleration(key, Toleration.Operator.EXISTS, "", Optional.of(effect));
  }
}
