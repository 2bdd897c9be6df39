package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import karpenter.api.Annotations;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PodFacts.ClaimedVolume;
import karpenter.core.facts.PodFacts.Phase;
import karpenter.core.facts.PodFacts.Scheduling;
import karpenter.core.pod.PodSpec;
import karpenter.core.resource.Resources;

/// Reads pods of a live cluster. Every pod yields facts: one that cannot be placed still takes room
/// where it is bound, and says what is wrong with it.
final class PodFactsReader {
  private static final String NODE = "nodeName";
  private static final String DELETION_COST = "controller.kubernetes.io/pod-deletion-cost";
  private static final Scheduling UNTOLD = new Scheduling(false, false, Optional.empty(), true);
  private static final Scheduling HELD_BACK = new Scheduling(false, false, Optional.empty());
  private static final Scheduling UNSCHEDULABLE = new Scheduling(true, false, Optional.empty());

  private final PodReader pods;
  private final MetaReader metas;
  private final Interner interner;
  private final Recall<Known> pending;
  private final Recall<Known> bound;

  /// What does not change with a pod's status.
  private record Needs(PodSpec spec, Resources limits, List<ClaimedVolume> volumes) {}

  /// Needs, and all they were read from.
  private record Known(
      String namespace, JsonNode labels, JsonNode annotations, JsonNode source, Needs needs) {

    @SuppressWarnings("ReferenceEquality") // shared parts are the same objects
    boolean isOf(String otherNamespace, Place metadata, JsonNode spec) {
      return namespace.equals(otherNamespace)
          && labels == metadata.get("labels").node()
          && annotations == metadata.get("annotations").node()
          && isSame(spec);
    }

    /// Apart from where the pod is.
    @SuppressWarnings("ReferenceEquality") // as above
    private boolean isSame(JsonNode spec) {
      if (spec == source) {
        return true;
      }
      for (var field : spec.properties()) {
        if (!field.getKey().equals(NODE) && source.get(field.getKey()) != field.getValue()) {
          return false;
        }
      }
      return fields(spec) == fields(source);
    }

    private static int fields(JsonNode spec) {
      return spec.size() - (spec.has(NODE) ? 1 : 0);
    }
  }

  /// @param places how many specs are recognised when they come again
  PodFactsReader(PodReader pods, MetaReader metas, int places) {
    this.pods = pods;
    this.metas = metas;
    this.interner = metas.interner();
    this.pending = Recall.of(places);
    this.bound = Recall.of(places);
  }

  PodFacts read(Place pod) {
    var metadata = pod.get("metadata");
    var spec = pod.get("spec");
    var status = pod.get("status");
    var annotations = metadata.get("annotations");
    var namespace = interner.of(PodReader.namespace(metadata));
    var name = metadata.get("name").requiredText("a name");
    var owners = metas.owners(metadata);
    var node = PodPhase.node(pod).map(interner::of);
    boolean isOurs = node.isEmpty() && owners.stream().noneMatch(o -> o.is("apps/v1", "DaemonSet"));
    var needs = needs(pod, isOurs ? PodForm.PENDING : PodForm.BOUND, namespace, name);
    return new PodFacts(
        namespace,
        name,
        metadata.get("uid").text(""),
        metadata.get("resourceVersion").text(""),
        PodReader.created(metadata),
        metadata.get("deletionTimestamp").instant(),
        needs.spec,
        needs.limits,
        needs.volumes,
        interner.of(node),
        phase(status.get("phase").text("")),
        scheduling(status),
        since(status, "Ready"),
        status.get("startTime").instant(),
        owners,
        interner.of(
            annotations.get(Annotations.DO_NOT_DISRUPT).text().map(DoNotDisruptReader::read)),
        deletionCost(annotations.get(DELETION_COST).text("")),
        interner.of(spec.get("priorityClassName").text("")),
        grace(spec),
        pod.problems().sentence());
  }

  private Needs needs(Place pod, PodForm form, String namespace, String name) {
    var metadata = pod.get("metadata");
    var spec = pod.get("spec").node();
    var recall = form == PodForm.PENDING ? pending : bound;
    var labels = metadata.get("labels").node();
    var known = recall.find(spec.path("containers"), labels);
    boolean isItsOwn = isItsOwn(spec, pod.get("status").node());
    if (known != null && !isItsOwn && known.isOf(namespace, metadata, spec)) {
      return known.needs;
    }
    int complaints = pod.problems().count();
    var needs = needsAnew(pod, form, namespace, name);
    if (!isItsOwn && pod.problems().count() == complaints) {
      recall.keep(
          spec.path("containers"),
          labels,
          new Known(namespace, labels, metadata.get("annotations").node(), spec, needs));
    }
    return needs;
  }

  /// Whether its needs depend on its name or its status, and not on its spec alone.
  private static boolean isItsOwn(JsonNode spec, JsonNode status) {
    return spec.has("volumes")
        || spec.has("resourceClaims")
        || status.has("containerStatuses")
        || status.has("initContainerStatuses");
  }

  private Needs needsAnew(Place pod, PodForm form, String namespace, String name) {
    return new Needs(
        pods.spec(pod, form, PodIdentity.of(namespace, name)),
        interner.of(PodRequests.limits(pod)),
        volumes(pod.get("spec"), name));
  }

  private List<ClaimedVolume> volumes(Place spec, String pod) {
    var volumes = new ArrayList<ClaimedVolume>();
    for (var volume : spec.get("volumes").items()) {
      var persistent = volume.get("persistentVolumeClaim");
      var template = volume.get("ephemeral", "volumeClaimTemplate");
      if (persistent.isPresent()) {
        var claim = persistent.get("claimName").requiredText("the name of a claim");
        volumes.add(new ClaimedVolume(claim, Optional.empty(), false));
      } else if (template.isPresent()) {
        var claim = pod + "-" + volume.get("name").text("");
        var storageClass = template.get("spec", "storageClassName").text().map(interner::of);
        volumes.add(new ClaimedVolume(claim, storageClass, true));
      }
    }
    return volumes.isEmpty() ? List.of() : interner.of(List.copyOf(volumes));
  }

  private static Phase phase(String text) {
    return switch (text) {
      case "Pending" -> Phase.PENDING;
      case "Running" -> Phase.RUNNING;
      case "Succeeded" -> Phase.SUCCEEDED;
      case "Failed" -> Phase.FAILED;
      default -> Phase.UNKNOWN;
    };
  }

  private static Scheduling scheduling(Place status) {
    boolean hasNominatedNode = !status.get("nominatedNodeName").text("").isEmpty();
    var condition = condition(status, "PodScheduled");
    // Its status is not looked at, as upstream has it (spec 01 §4.3).
    boolean isUnschedulable =
        condition.map(c -> c.get("reason").text("").equals("Unschedulable")).orElse(false);
    var at = since(status, "PodScheduled");
    if (at.isEmpty() && !hasNominatedNode) {
      return isUnschedulable ? UNSCHEDULABLE : condition.isPresent() ? HELD_BACK : UNTOLD;
    }
    return new Scheduling(isUnschedulable, hasNominatedNode, at);
  }

  /// Since when the condition is true.
  private static Optional<Instant> since(Place status, String type) {
    return condition(status, type)
        .filter(c -> c.get("status").text("").equals("True"))
        .flatMap(c -> c.get("lastTransitionTime").instant());
  }

  private static Optional<Place> condition(Place status, String type) {
    return status.get("conditions").items().stream()
        .filter(c -> c.get("type").text("").equals(type))
        .findFirst();
  }

  /// Not the pod's problem if it is no number: the controller that reads it takes it for 0 as well.
  private static int deletionCost(String text) {
    var cost = RequirementReader.integer(text);
    return cost.isPresent() && cost.getAsLong() == (int) cost.getAsLong()
        ? (int) cost.getAsLong()
        : 0;
  }

  private static OptionalLong grace(Place spec) {
    return spec.get("terminationGracePeriodSeconds").number(Long.MIN_VALUE, Long.MAX_VALUE);
  }
}
