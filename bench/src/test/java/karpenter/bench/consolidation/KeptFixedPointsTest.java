package karpenter.bench.consolidation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import karpenter.bench.consolidation.SeedsComparison.Reached;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFixedPointsTest {
  private static final Reached COMPLETE =
      new Reached(62.5, 30, 41, 95, 420, true, 88, List.of("one fault", "another"));

  @TempDir Path directory;

  private KeptFixedPoints kept(String version) {
    return new KeptFixedPoints(directory.resolve("kept.tsv"), version);
  }

  @Test
  void what_was_kept_is_found_again() throws Exception {
    kept("v1.14.1").keep("cluster-seed-101", COMPLETE);

    assertThat(kept("v1.14.1").find("cluster-seed-101")).contains(COMPLETE);
  }

  @Test
  void evictions_may_be_unknown() throws Exception {
    var old = new Reached(62.5, 30, 41, 95, null, true, 88, List.of());
    kept("v1.14.1").keep("cluster-seed-101", old);

    assertThat(kept("v1.14.1").find("cluster-seed-101")).contains(old);
  }

  @Test
  void other_clusters_and_other_versions_are_not_known() throws Exception {
    kept("v1.14.1").keep("cluster-seed-101", COMPLETE);

    assertThat(kept("v1.14.1").find("cluster-seed-10")).isEmpty();
    assertThat(kept("v1.15.0").find("cluster-seed-101")).isEmpty();
  }

  @Test
  void one_that_time_broke_off_is_not_kept() throws Exception {
    kept("v1.14.1").keep("cluster-seed-101", new Reached(1, 1, 1, 1, 1, false, 1800, List.of()));

    assertThat(directory.resolve("kept.tsv")).doesNotExist();
  }

  @Test
  void the_version_is_that_of_the_module_that_is_run() throws Exception {
    assertThat(Files.readString(Path.of("go/peer/go.mod")))
        .contains("sigs.k8s.io/karpenter " + SeedsComparison.UPSTREAM_VERSION + "\n");
  }

  @Test
  void the_first_run_counts() throws Exception {
    kept("v1.14.1").keep("c", COMPLETE);
    kept("v1.14.1").keep("c", new Reached(70, 1, 1, 1, 1, true, 1, List.of()));

    assertThat(kept("v1.14.1").find("c")).contains(COMPLETE);
    assertThat(Files.readAllLines(directory.resolve("kept.tsv"))).hasSize(3);
  }
}
