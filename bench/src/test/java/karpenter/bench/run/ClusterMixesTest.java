package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import karpenter.bench.workload.BuiltIn;
import karpenter.bench.workload.StandInCatalogue;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A comparison of prices needs workloads in which both sides can place every pod.
class ClusterMixesTest {

  @ParameterizedTest
  @ValueSource(strings = {"services-1500", "batch-4000", "gpu-training-800", "namespaces-5000"})
  void every_pod_of_a_cluster_mix_has_a_place(String name, @TempDir Path directory)
      throws IOException {
    var workload = BuiltIn.generate(name, 42, StandInCatalogue.withGpus(directory));

    try (var ours = new Engine(workload, 0)) {
      assertThat(ours.solve().placement().unplaced()).isEmpty();
    }
  }
}
