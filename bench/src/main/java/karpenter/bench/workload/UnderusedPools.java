package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.in;
import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// NodePools whose nodes may all be consolidated at once, and at once. One pool buys on-demand
/// amd64; twenty differ in capacity type, architecture and size, four of them belong to a team, the
/// last takes anything.
record UnderusedPools(List<UnderusedPool> all) {

  static final String TEAM = "team";
  private static final int TEAM_EVERY = 5;
  private static final int TEAM_OFFSET = 2;

  /// @param capacityTypes what its nodes are bought as
  /// @param architecture empty if it takes any
  /// @param belowCpus nodes are smaller than this
  /// @param team whose pods alone it takes
  record UnderusedPool(
      String name,
      List<String> capacityTypes,
      Optional<String> architecture,
      int belowCpus,
      Optional<String> team,
      int weight) {

    boolean buys(JsonNode type) {
      var architectureOfType =
          InstanceTypeManifest.requirement(type, Labels.ARCH).path("values").path(0).asText();
      return architecture.map(architectureOfType::equals).orElse(true)
          && type.at("/capacity/cpu").asInt() < belowCpus;
    }

    ObjectNode manifest(Draw draw) {
      var pool = NodePoolManifest.named(draw, name);
      NodePoolManifest.require(pool, in(Labels.OS, "linux"));
      NodePoolManifest.require(pool, Tree.requirement(Labels.CAPACITY_TYPE, "In", capacityTypes));
      architecture.ifPresent(one -> NodePoolManifest.require(pool, in(Labels.ARCH, one)));
      NodePoolManifest.require(
          pool, Tree.requirement(AwsCatalogue.CPU, "Lt", List.of("" + belowCpus)));
      team.ifPresent(
          owner -> {
            NodePoolManifest.taint(pool, TEAM, owner);
            NodePoolManifest.label(pool, TEAM, owner);
          });
      if (weight > 0) {
        NodePoolManifest.weigh(pool, weight);
      }
      pool.withObject("/spec/template/spec").put("expireAfter", "Never");
      pool.withObject("/spec")
          .set(
              "disruption",
              object(
                  "consolidationPolicy", "WhenEmptyOrUnderutilized",
                  "consolidateAfter", "0s",
                  "budgets", List.of(object("nodes", "100%"))));
      // Upstream calls a pool ready only if these hold.
      List.of("NodeClassReady", "ValidationSucceeded")
          .forEach(
              kind ->
                  pool.withObject("/status")
                      .withArray("/conditions")
                      .add(object("type", kind, "status", "True")));
      return pool;
    }
  }

  static UnderusedPools of(Draw draw, int count) {
    return count == 1
        ? new UnderusedPools(
            List.of(
                new UnderusedPool(
                    "default",
                    List.of("on-demand"),
                    Optional.of("amd64"),
                    65,
                    Optional.empty(),
                    0)))
        : new UnderusedPools(
            IntStream.range(0, count).mapToObj(index -> pool(draw, index, count)).toList());
  }

  private static UnderusedPool pool(Draw draw, int index, int count) {
    boolean last = index == count - 1;
    var capacityTypes =
        switch (last ? 0 : index % 3) {
          case 1 -> List.of("on-demand");
          case 2 -> List.of("spot");
          default -> List.of("on-demand", "spot");
        };
    var architecture =
        last || index % 4 == 3
            ? Optional.<String>empty()
            : Optional.of(index % 4 == 1 ? "arm64" : "amd64");
    return new UnderusedPool(
        "pool-%02d".formatted(index),
        capacityTypes,
        architecture,
        last ? 65 : draw.one(List.of(17, 33, 65)),
        index % TEAM_EVERY == TEAM_OFFSET ? Optional.of("team-" + index) : Optional.empty(),
        last ? 0 : 100 - 5 * index);
  }

  List<String> teams() {
    return all.stream().flatMap(pool -> pool.team().stream()).toList();
  }

  List<ObjectNode> manifests(Draw draw) {
    return all.stream().map(pool -> pool.manifest(draw)).toList();
  }
}
