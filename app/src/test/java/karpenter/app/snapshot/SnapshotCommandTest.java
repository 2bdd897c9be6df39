package karpenter.app.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import karpenter.api.Json;
import karpenter.app.CliRun;
import karpenter.app.against.LivingCluster;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotCommandTest {
  @TempDir Path folder;

  @Test
  void neither_secrets_nor_what_programs_are_told_leave_the_cluster() throws Exception {
    Driver.call(
        () -> {
          try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
            var listed = new TreeSet<String>();

            var run = CliRun.on(cluster.clusters(listed), "", "snapshot");

            assertThat(run.exitCode()).isZero();
            assertThat(listed)
                .contains("pods", "nodes", "nodepools", "nodeclaims", "deployments")
                .doesNotContain("secrets", "configmaps");
            assertThat(run.out()).contains("registry.example/web:1").doesNotContain("swordfish");
          }
          return true;
        });
  }

  @Test
  void a_snapshot_gives_the_same_plan_as_the_cluster() throws Exception {
    Driver.call(
        () -> {
          try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
            var change =
                Files.writeString(
                    folder.resolve("change.yaml"), LivingCluster.deployment("web", 12, "2"));
            var file = folder.resolve("cluster.json").toString();
            var clusters = cluster.clusters(new TreeSet<>());
            CliRun.on(clusters, "", "snapshot", "-o", file);

            var ofFile =
                CliRun.on(clusters, "", "plan", "--against", file, "-f", change.toString());

            assertThat(ofFile.err()).isEmpty();
            assertThat(ofFile.out()).contains("2 nodes added", "shop/web ×3");
            var live =
                CliRun.on(clusters, "", "plan", "--against", "live", "-f", change.toString());
            assertThat(withoutTime(ofFile)).isEqualTo(withoutTime(live));
          }
          return true;
        });
  }

  /// The moment of reading differs by a fraction of a second.
  private static String withoutTime(CliRun run) {
    return run.out().replaceAll("At rest after .*", "");
  }

  @Test
  void hashed_names_tell_nothing_and_change_nothing() throws Exception {
    Driver.call(
        () -> {
          try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
            var clusters = cluster.clusters(new TreeSet<>());
            var file = folder.resolve("hashed.json");
            CliRun.on(clusters, "", "snapshot", "--hash-names", "-o", file.toString());
            var names = List.of("shop", "\"web", "general", "registry.example", "app\" : \"web");

            var text = Files.readString(file);
            var plan = CliRun.of("plan", "--against", file.toString());

            assertThat(text).doesNotContain(names);
            assertThat(text).contains("c-8x-amd64-linux", "on-demand", "\"default\"");
            assertThat(plan.err()).isEmpty();
            assertThat(plan.out())
                .startsWith("No node is added, removed or replaced.")
                .contains("Cost: $0.4344 an hour now");
          }
          return true;
        });
  }

  @Test
  void it_is_a_list_that_anything_reads() throws Exception {
    Driver.call(
        () -> {
          try (var cluster = LivingCluster.of(1, LivingCluster.SMALL)) {
            var run = CliRun.on(cluster.clusters(new TreeSet<>()), "", "snapshot");

            var planned = CliRun.withInput(run.out(), "plan", "-f", "-");

            assertThat(Json.JSON.readTree(run.out()).path("kind").asText()).isEqualTo("List");
            assertThat(planned.err()).isEmpty();
            assertThat(planned.exitCode()).isZero();
          }
          return true;
        });
  }

  @Test
  void a_file_that_is_none_says_so() throws Exception {
    var file = Files.writeString(folder.resolve("x.json"), "{\"kind\": \"Pod\"}");

    var run = CliRun.of("plan", "--against", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .contains("x.json: items: found no list; expected what `karpenter snapshot`");
  }

  @Test
  void without_a_cluster_it_says_what_is_missing() {
    var run = CliRun.of("snapshot");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("tests have no cluster");
  }
}
