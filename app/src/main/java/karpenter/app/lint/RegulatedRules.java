package karpenter.app.lint;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.api.kwok.KwokNodeClass;

/// Pools and pods in the scope of PCI-DSS, marked by the label `pci-scope: in`.
final class RegulatedRules {
  private RegulatedRules() {}

  static List<Rule> all() {
    return List.of(
        new Rule(
            "pci-on-spot",
            Severity.ERROR,
            "Preemptible capacity is forbidden in the scope of PCI.",
            "Require karpenter.sh/capacity-type In [on-demand].",
            Source.GUIDE.at("14.12 Explicit PCI Anti-Patterns"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(Pool::isRegulated)
                    .filter(pool -> pool.allowsSpot() || pool.leavesCapacityOpen())
                    .forEach(
                        pool ->
                            sink.at(pool, Pool.REQUIREMENTS, "a pool in scope that may buy spot"))),
        new Rule(
            "pci-mixed-trust",
            Severity.ERROR,
            "A class shared by pools inside and outside the scope joins what must be apart.",
            "Give the pools in scope a class, and a taint beginning with pci, of their own.",
            Source.GUIDE.at("14.12 Explicit PCI Anti-Patterns"),
            RegulatedRules::mixedTrust),
        new Rule(
            "pci-open-instance-types",
            Severity.WARNING,
            "In scope every kind of machine is a kind to be reviewed.",
            "Name at most ten instance types.",
            Source.GUIDE.at("10 Security & Compliance Checklist"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(Pool::isRegulated)
                    .filter(
                        pool ->
                            pool.values(Labels.INSTANCE_TYPE)
                                .filter(types -> types.size() <= 10)
                                .isEmpty())
                    .forEach(
                        pool ->
                            sink.at(
                                pool,
                                Pool.REQUIREMENTS,
                                "instance types are not named one by one"))),
        new Rule(
            "pci-latest-image",
            Severity.WARNING,
            "Images change by themselves, also in settlement windows and without approval.",
            "Name a version of the image, or set imageUpdatePolicy.mode: Approved.",
            Source.GUIDE.at("14.9 Change & Disruption Control"),
            (estate, sink) ->
                regulated(estate)
                    .forEach(
                        one -> {
                          for (var term : one.spec().path("amiSelectorTerms")) {
                            if (term.path("alias").asText().endsWith("@latest")) {
                              sink.at(
                                  one, "spec.amiSelectorTerms", "images change without approval");
                            }
                          }
                          if (one.spec().at("/imageUpdatePolicy/mode").asText().equals("Latest")) {
                            sink.at(
                                one,
                                "spec.imageUpdatePolicy.mode",
                                "images change without approval");
                          }
                        })),
        new Rule(
            "pci-public-address",
            Severity.ERROR,
            "A node of the scope that the internet can reach.",
            "Leave public addresses off.",
            Source.GUIDE.at("14.12 Explicit PCI Anti-Patterns"),
            (estate, sink) ->
                regulated(estate)
                    .forEach(
                        one -> {
                          if (one.spec().path("associatePublicIPAddress").asBoolean()
                              || one.spec().at("/primaryVnic/assignPublicIp").asBoolean()) {
                            sink.at(one, "spec", "nodes get public addresses");
                          }
                        })),
        new Rule(
            "pci-key-not-yours",
            Severity.WARNING,
            "Boot volumes in scope are encrypted with a key you hold, rotate and can revoke.",
            "Set kmsKeyID of the volumes, or bootVolume.kmsKeyId.",
            Source.GUIDE.at("14.4 OCI NodeClass"),
            (estate, sink) ->
                regulated(estate)
                    .filter(one -> !hasKey(one.spec()))
                    .forEach(one -> sink.at(one, "spec", "volumes without a key of yours"))),
        new Rule(
            "pci-consolidated-database",
            Severity.ERROR,
            "Automatic consolidation for databases is forbidden in the scope of PCI.",
            "Set consolidateAfter: Never.",
            Source.GUIDE.at("14.12 Explicit PCI Anti-Patterns"),
            (estate, sink) ->
                estate.pools().stream()
                    .filter(pool -> pool.isRegulated() && pool.isStateful())
                    .filter(pool -> !pool.consolidateAfter().equals("Never"))
                    .forEach(
                        pool ->
                            sink.at(
                                pool,
                                "spec.disruption.consolidateAfter",
                                "a database in scope that is consolidated"))),
        new Rule(
            "pci-pod-not-hardened",
            Severity.ERROR,
            "Pods in scope run as nobody, gain no rights and write to no image.",
            "Set runAsNonRoot: true, allowPrivilegeEscalation: false, readOnlyRootFilesystem: true.",
            Source.GUIDE.at("14.7 Pod-Level Mandatory PCI Controls"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(RegulatedRules::isInScope)
                    .filter(
                        workload ->
                            !workload.containers().stream().allMatch(c -> isHard(workload, c)))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.containers"),
                                "a container in scope that is not hardened"))),
        new Rule(
            "pci-pod-without-limits",
            Severity.ERROR,
            "Requests and limits are mandatory in scope.",
            "Set requests and limits of cpu and memory in every container.",
            Source.GUIDE.at("14.11 Mandatory Policy Enforcement"),
            (estate, sink) ->
                estate.workloads().stream()
                    .filter(RegulatedRules::isInScope)
                    .filter(
                        workload ->
                            workload.containers().stream()
                                .anyMatch(
                                    container ->
                                        !container.at("/resources/limits").has("cpu")
                                            || !container.at("/resources/limits").has("memory")))
                    .forEach(
                        workload ->
                            sink.at(
                                workload,
                                workload.at("spec.containers"),
                                "a container in scope without limits"))),
        new Rule(
            "pci-namespace-open",
            Severity.WARNING,
            "Without a NetworkPolicy every pod of the cluster reaches every pod in scope.",
            "Add a NetworkPolicy that denies by default.",
            Source.GUIDE.at("14.8 Network Isolation"),
            (estate, sink) -> {
              var guarded = new TreeSet<String>();
              estate.ofKind("NetworkPolicy").forEach(policy -> guarded.add(policy.namespace()));
              estate.ofKind("Namespace").stream()
                  .filter(
                      one -> one.object().at("/metadata/labels/pci-scope").asText().equals("in"))
                  .filter(one -> !guarded.contains(one.name()))
                  .forEach(
                      one ->
                          sink.at(
                              one,
                              "metadata.name",
                              "a namespace in scope without a NetworkPolicy"));
            }));
  }

  private static java.util.stream.Stream<Estate.NodeClass> regulated(Estate estate) {
    return estate.classes().stream()
        .filter(one -> !one.kind().equals(KwokNodeClass.KIND))
        .filter(
            one ->
                one.spec().at("/compliance/profile").asText().equals("pci")
                    || estate.poolsOf(one).stream().anyMatch(Pool::isRegulated));
  }

  private static boolean hasKey(JsonNode spec) {
    return spec.at("/bootVolume").has("kmsKeyId")
        || spec.path("blockDeviceMappings")
            .valueStream()
            .anyMatch(v -> v.path("ebs").has("kmsKeyID"));
  }

  private static void mixedTrust(Estate estate, Rule.Sink sink) {
    for (var one : estate.classes()) {
      var pools = estate.poolsOf(one);
      boolean isMixed =
          pools.stream().anyMatch(Pool::isRegulated) && !pools.stream().allMatch(Pool::isRegulated);
      if (isMixed) {
        sink.at(one, "metadata.name", "the class serves pools inside and outside the scope");
      }
    }
    estate.pools().stream()
        .filter(Pool::isRegulated)
        .filter(pool -> pool.taints().stream().noneMatch(taint -> taint.startsWith("pci")))
        .forEach(
            pool ->
                sink.at(
                    pool,
                    "spec.template.spec.taints",
                    "a pool in scope that pods from outside may use"));
  }

  private static boolean isInScope(Workload workload) {
    return workload.toleratesKey("pci")
        || Set.of("in").contains(workload.nodeSelector().getOrDefault("pci-scope", ""));
  }

  private static boolean isHard(Workload workload, JsonNode container) {
    var own = container.path("securityContext");
    boolean isNobody =
        own.path("runAsNonRoot").asBoolean()
            || workload.podSpec().at("/securityContext/runAsNonRoot").asBoolean();
    return isNobody
        && own.path("allowPrivilegeEscalation").isBoolean()
        && !own.path("allowPrivilegeEscalation").asBoolean()
        && own.path("readOnlyRootFilesystem").asBoolean();
  }
}
