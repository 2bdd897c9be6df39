package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.facts.StorageClassFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.facts.VolumeFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;

/// Reads storage objects, as far as they decide where a pod can run.
final class StorageObjects {
  private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
  private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
  private static final List<String> BINDING_MODES = List.of("Immediate", "WaitForFirstConsumer");

  private StorageObjects() {}

  static VolumeClaimFacts claim(Place claim) {
    var metadata = claim.get("metadata");
    return new VolumeClaimFacts(
        metadata.get("namespace").text("default"),
        metadata.get("name").text(""),
        metadata.get("deletionTimestamp").isPresent(),
        claim.get("status", "phase").text("").equals("Lost"),
        metadata.get("annotations").entries().containsKey(BIND_COMPLETED),
        claim.get("spec", "volumeName").text().filter(name -> !name.isEmpty()),
        claim.get("spec", "storageClassName").text());
  }

  static VolumeFacts volume(Place volume, LabelAliases aliases) {
    var spec = volume.get("spec");
    return new VolumeFacts(
        volume.get("metadata", "name").text(""),
        volume.get("metadata", "deletionTimestamp").isPresent(),
        driver(spec),
        places(spec, aliases));
  }

  private static Optional<String> driver(Place spec) {
    return spec.get("awsElasticBlockStore").isPresent()
        ? Optional.of(CsiDrivers.EBS)
        : spec.get("csi", "driver").text();
  }

  private static List<Requirements> places(Place spec, LabelAliases aliases) {
    // A local volume names its node; the node will be another once this one is replaced.
    boolean ignoresHost = spec.get("local").isPresent() || spec.get("hostPath").isPresent();
    var reader = new RequirementReader(Dialect.KUBERNETES_NODE, aliases);
    var alternatives = new ArrayList<Requirements>();
    for (var term : spec.get("nodeAffinity", "required", "nodeSelectorTerms").items()) {
      var joint = reader.join(reader.expressions(term.get("matchExpressions"))).requirements();
      alternatives.add(ignoresHost ? joint.without(Labels.HOSTNAME) : joint);
    }
    return unlessUnconstrained(alternatives);
  }

  static StorageClassFacts storageClass(Place storageClass, LabelAliases aliases) {
    var metadata = storageClass.get("metadata");
    return new StorageClassFacts(
        metadata.get("name").text(""),
        CsiDrivers.ofProvisioner(
            storageClass.get("provisioner").requiredText("the name of a provisioner")),
        storageClass
            .get("volumeBindingMode")
            .choice(BINDING_MODES)
            .orElse("Immediate")
            .equals("Immediate"),
        isDefault(metadata.get("annotations")),
        topologies(storageClass.get("allowedTopologies"), aliases));
  }

  private static boolean isDefault(Place annotations) {
    return annotations.get(DEFAULT_CLASS).text("").equals("true");
  }

  private static List<Requirements> topologies(Place list, LabelAliases aliases) {
    var alternatives = new ArrayList<Requirements>();
    for (var term : list.items()) {
      var joint = Requirements.none();
      for (var expression : term.get("matchLabelExpressions").items()) {
        joint = joint.and(allowed(expression, aliases));
      }
      alternatives.add(joint);
    }
    return unlessUnconstrained(alternatives);
  }

  private static Requirements allowed(Place expression, LabelAliases aliases) {
    var key = expression.get("key").requiredText(LabelSyntax.KEY_RULE);
    var values = expression.get("values").texts();
    if (values.isEmpty()) {
      expression.get("values").expected("at least one value");
      return Requirements.none();
    }
    var term = new RequirementTerm(key, Operator.In, values, OptionalInt.empty());
    return Requirements.ofTerms(List.of(term), aliases);
  }

  /// How many volumes each driver of a CSINode can attach.
  static SortedMap<String, Integer> attachLimits(Place csiNode) {
    var limits = new TreeMap<String, Integer>();
    for (var driver : csiNode.get("spec", "drivers").items()) {
      driver
          .get("allocatable", "count")
          .integer(0, Integer.MAX_VALUE)
          .ifPresent(count -> limits.put(driver.get("name").text(""), count));
    }
    return Collections.unmodifiableSortedMap(limits);
  }

  /// If one of the alternatives holds everywhere, the volume is not bound to a place.
  private static List<Requirements> unlessUnconstrained(List<Requirements> alternatives) {
    return alternatives.stream().anyMatch(Requirements::isEmpty)
        ? List.of()
        : List.copyOf(alternatives);
  }
}
