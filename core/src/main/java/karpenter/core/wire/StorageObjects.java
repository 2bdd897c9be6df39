package karpenter.core.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import karpenter.api.Labels;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Operator;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;

/// The storage objects as far as they decide where a pod can run.
final class StorageObjects {
  private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
  private static final String DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";
  private static final List<String> BINDING_MODES = List.of("Immediate", "WaitForFirstConsumer");

  private StorageObjects() {}

  /// @param volume the volume it is bound to, or promised
  /// @param storageClass empty text where the claim asks for no class on purpose
  record Claim(
      boolean isDeleting,
      boolean isLost,
      boolean bindingIsCompleted,
      Optional<String> volume,
      Optional<String> storageClass) {

    static Claim read(Place claim) {
      var metadata = claim.get("metadata");
      return new Claim(
          metadata.get("deletionTimestamp").isPresent(),
          claim.get("status", "phase").text("").equals("Lost"),
          metadata.get("annotations").entries().containsKey(BIND_COMPLETED),
          claim.get("spec", "volumeName").text().filter(name -> !name.isEmpty()),
          claim.get("spec", "storageClassName").text());
    }
  }

  /// @param driver that attaches it; empty for kinds without attachment, such as NFS
  /// @param alternatives where it can be reached: one must hold; empty when anywhere
  record Volume(boolean isDeleting, Optional<String> driver, List<Requirements> alternatives) {
    static Volume read(Place volume, LabelAliases aliases) {
      var spec = volume.get("spec");
      return new Volume(
          volume.get("metadata", "deletionTimestamp").isPresent(),
          driver(spec),
          alternatives(spec, aliases));
    }

    private static Optional<String> driver(Place spec) {
      return spec.get("awsElasticBlockStore").isPresent()
          ? Optional.of(CsiDrivers.EBS)
          : spec.get("csi", "driver").text();
    }

    private static List<Requirements> alternatives(Place spec, LabelAliases aliases) {
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
  }

  /// @param alternatives where volumes of the class may be made: one must hold; empty when anywhere
  record StorageClass(
      String driver, boolean bindsImmediately, boolean isDefault, List<Requirements> alternatives) {

    static StorageClass read(Place storageClass, LabelAliases aliases) {
      return new StorageClass(
          CsiDrivers.ofProvisioner(
              storageClass.get("provisioner").requiredText("the name of a provisioner")),
          storageClass
              .get("volumeBindingMode")
              .choice(BINDING_MODES)
              .orElse("Immediate")
              .equals("Immediate"),
          storageClass.get("metadata", "annotations").entries().containsKey(DEFAULT_CLASS)
              && storageClass
                  .get("metadata", "annotations")
                  .get(DEFAULT_CLASS)
                  .text("")
                  .equals("true"),
          topologies(storageClass.get("allowedTopologies"), aliases));
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
  }

  /// If one of the alternatives holds everywhere, the volume is not bound to a place.
  private static List<Requirements> unlessUnconstrained(List<Requirements> alternatives) {
    return alternatives.stream().anyMatch(Requirements::isEmpty)
        ? List.of()
        : List.copyOf(alternatives);
  }
}
