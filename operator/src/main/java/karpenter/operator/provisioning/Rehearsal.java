package karpenter.operator.provisioning;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import karpenter.api.Json;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.wire.ClaimWriter;
import karpenter.core.wire.Overlaid;

/// Plans a few pods of a cluster that does not exist. The first plan of a process takes many times
/// as long as the second, because its code must be loaded; so a standby has it done before it
/// leads, and no pod waits for that.
final class Rehearsal {
  private static final int ROUNDS = 2;
  private static final int PODS = 40;
  private static final long CORE = 1000;
  private static final List<String> ZONES = List.of("zone-a", "zone-b");
  private static final String POOL =
      """
      {"metadata": {"name": "rehearsal", "uid": "rehearsal"},
       "spec": {"template": {"spec": {
         "nodeClassRef": {"group": "karpenter.sh", "kind": "NodeClass", "name": "rehearsal"},
         "requirements": []}}}}
      """;

  private Rehearsal() {}

  static void play(Options options, double nodeCost, ClaimWriter writer) {
    for (int round = 0; round < ROUNDS; round++) {
      var problem = problem(options, nodeCost);
      var catalogue =
          CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
      var placement = Scheduler.solve(catalogue, problem);
      var pool = pool();
      var types = problem.pools().getFirst().types();
      for (var node : placement.newNodes()) {
        Json.JSON.valueToTree(writer.write("rehearsal", node, pool, types, Overlaid.NONE));
      }
    }
  }

  private static karpenter.api.v1.NodePool pool() {
    try {
      return Json.JSON.readValue(POOL, karpenter.api.v1.NodePool.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the pool of the rehearsal cannot be read", e);
    }
  }

  private static SchedulingProblem problem(Options options, double nodeCost) {
    var pool =
        new NodePool(
            "rehearsal",
            0,
            Requirements.of(Labels.NODE_POOL, ValueSet.in("rehearsal")),
            List.of(),
            List.of(),
            Optional.empty(),
            List.of(type("small", 4), type("large", 16)),
            nodeCost);
    var pods = new ArrayList<Pod>();
    var plain = PodSpec.builder().requests(cpu(CORE)).build();
    var zonal =
        PodSpec.builder()
            .requests(cpu(CORE))
            .labels(Map.of("app", "zonal"))
            .spread(
                new SpreadConstraint(
                    Labels.ZONE,
                    1,
                    OptionalInt.empty(),
                    SpreadConstraint.Strength.DO_NOT_SCHEDULE,
                    LabelSelector.ofLabels(Map.of("app", "zonal")),
                    SpreadConstraint.Inclusion.HONOR,
                    SpreadConstraint.Inclusion.IGNORE))
            .build();
    for (int i = 0; i < PODS; i++) {
      pods.add(pod("pod-" + i, i % 4 == 0 ? zonal : plain));
    }
    return new SchedulingProblem(
        List.of(pool), List.of(), pods, List.of(), List.of(), List.of(), options);
  }

  private static Pod pod(String name, PodSpec spec) {
    return new Pod(name, name, Instant.EPOCH, spec);
  }

  private static Resources cpu(long millis) {
    return Resources.of(Map.of(Resources.CPU, millis));
  }

  private static InstanceType type(String name, int cores) {
    var offerings =
        ZONES.stream()
            .map(
                zone ->
                    Offering.of(
                        Requirements.of(Labels.ZONE, ValueSet.in(zone))
                            .and(Labels.CAPACITY_TYPE, ValueSet.in(Labels.ON_DEMAND)),
                        cores))
            .toList();
    return new InstanceType(
        name,
        Requirements.of(Labels.INSTANCE_TYPE, ValueSet.in(name))
            .and(Labels.ZONE, ValueSet.in(ZONES))
            .and(Labels.CAPACITY_TYPE, ValueSet.in(Labels.ON_DEMAND)),
        offerings,
        Resources.of(Map.of(Resources.CPU, cores * CORE, Resources.PODS, 100L)),
        Resources.none());
  }
}
