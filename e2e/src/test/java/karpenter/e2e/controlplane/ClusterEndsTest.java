package karpenter.e2e.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/// Whatever dies first, nothing of a cluster stays.
@DisabledIfSystemProperty(
    named = "karpenter.withoutControlPlane",
    matches = "true",
    disabledReason = "needs a control plane, and was told to do without")
class ClusterEndsTest {

  @Test
  void when_it_is_told_to() throws Exception {
    var cluster = TestCluster.start(List.of());
    var processes = processesOf(cluster);
    assertThat(processes).hasSize(6).noneMatch(ClusterEndsTest::isGone);

    cluster.close();

    assertThat(processes).allMatch(ClusterEndsTest::isGone);
    assertThat(cluster.directory()).doesNotExist();
  }

  @Test
  void when_its_supervisor_was_killed() throws Exception {
    var cluster = TestCluster.start(List.of());
    var processes = processesOf(cluster);
    processes.getFirst().destroyForcibly();

    cluster.close();

    assertThat(processes).allMatch(ClusterEndsTest::isGone);
    assertThat(cluster.directory()).doesNotExist();
  }

  @Test
  void when_every_component_was_killed() throws Exception {
    var cluster = TestCluster.start(List.of());
    var processes = processesOf(cluster);
    processes.reversed().forEach(ProcessHandle::destroyForcibly);

    cluster.close();

    assertThat(processes).allMatch(ClusterEndsTest::isGone);
    assertThat(cluster.directory()).doesNotExist();
  }

  @Test
  void when_the_process_it_belongs_to_was_killed() throws Exception {
    var owner = new ProcessBuilder("sleep", "600").start();
    var cluster = TestCluster.start(List.of("--owner", Long.toString(owner.pid())));
    var processes = processesOf(cluster);

    owner.destroyForcibly();
    for (var process : processes) {
      process.onExit().get();
    }

    assertThat(cluster.directory()).doesNotExist();
  }

  /// A process that only waits for its parent to notice holds nothing any more: it has no program.
  private static boolean isGone(ProcessHandle process) {
    return !process.isAlive() || process.info().command().isEmpty();
  }

  /// In the order in which they were started: the supervisor is the first.
  private static List<ProcessHandle> processesOf(TestCluster cluster) throws IOException {
    var found = new ArrayList<ProcessHandle>();
    for (var line : Files.readAllLines(cluster.directory().resolve("pids"))) {
      found.add(ProcessHandle.of(Long.parseLong(line.split(" ")[1])).orElseThrow());
    }
    return found;
  }
}
