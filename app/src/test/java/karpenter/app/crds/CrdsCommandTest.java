package karpenter.app.crds;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import karpenter.api.Json;
import karpenter.api.schema.CrdSchemas;
import karpenter.app.CliRun;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import org.junit.jupiter.api.Test;

class CrdsCommandTest {
  private final InMemoryKube kube =
      new InMemoryKube(1, InstantSource.system(), () -> Runnable::run);
  private final CrdInstaller installer = new CrdInstaller(kube);

  @Test
  void all_definitions_are_printed_as_one_stream() throws Exception {
    var run = CliRun.of("crds");

    assertThat(run.exitCode()).isZero();
    var documents = run.out().split("(?m)^---$");
    assertThat(documents).hasSize(CrdSchemas.all().size());
    for (int i = 0; i < documents.length; i++) {
      assertThat(Json.YAML.readTree(documents[i])).isEqualTo(CrdSchemas.all().get(i).document());
    }
  }

  @Test
  void a_missing_definition_is_created() throws Exception {
    var crd = CrdSchemas.all().getFirst();

    assertThat(installer.install(crd)).isEqualTo(new CrdInstaller.Result.Created());
    assertThat(installer.install(crd)).isEqualTo(new CrdInstaller.Result.Unchanged());
  }

  @Test
  void a_definition_that_differs_is_updated() throws Exception {
    var crd = CrdSchemas.all().getFirst();
    installer.install(crd);
    var other = Json.YAML.readTree("spec: {names: {categories: [other]}}");
    kube.patch(
        Resource.CUSTOM_RESOURCE_DEFINITIONS,
        ObjectKey.cluster("nodepools.karpenter.sh"),
        Patch.merge((com.fasterxml.jackson.databind.node.ObjectNode) other));

    assertThat(installer.install(crd)).isEqualTo(new CrdInstaller.Result.Updated());
  }

  @Test
  void without_a_cluster_nothing_is_applied() {
    var run = CliRun.of("crds", "apply");

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("tests have no cluster");
  }
}
