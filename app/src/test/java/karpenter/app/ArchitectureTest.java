package karpenter.app;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// The module picture of ARCHITECTURE.md, as rules over everything that ships.
class ArchitectureTest {
  private static final JavaClasses OURS =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("karpenter");

  @Test
  void every_module_is_looked_at() {
    var modules =
        OURS.stream()
            .map(ours -> ours.getPackageName().split("\\.")[1])
            .collect(Collectors.toSet());

    assertThat(modules).contains("api", "core", "operator", "kube", "provider", "app");
  }

  @Test
  void api_knows_nobody() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.api..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "karpenter.core..",
            "karpenter.operator..",
            "karpenter.kube..",
            "karpenter.provider..",
            "karpenter.app..")
        .because("api is what users write down; whoever reads it depends on it")
        .check(OURS);
  }

  @Test
  void core_knows_api_alone_and_only_in_wire() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "karpenter.operator..", "karpenter.kube..", "karpenter.provider..", "karpenter.app..")
        .because("a provider hands core values; core never asks one")
        .check(OURS);
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .and()
        .resideOutsideOfPackage("karpenter.core.wire..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("karpenter.api..")
        .because("input is parsed once: past core.wire everything is a value of core")
        .check(OURS);
  }

  @Test
  void core_is_pure() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.net..", "java.nio.file..", "java.util.concurrent..", "java.util.logging..")
        .because(
            "a decision must be replayable from its inputs; read in an adapter and pass a value")
        .check(OURS);
  }

  @Test
  void operator_knows_its_ports_and_nobody_behind_them() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.operator..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "karpenter.kube..", "karpenter.provider..", "karpenter.simulator..", "karpenter.app..")
        .because("the same loops run on a real cluster and in a simulated one")
        .check(OURS);
  }

  @Test
  void providers_are_strangers() {
    slices().matching("karpenter.provider.(*)..").should().notDependOnEachOther().check(OURS);
    noClasses()
        .that()
        .resideInAPackage("karpenter.provider..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("karpenter.app..")
        .because("the executable wires providers together, not the reverse")
        .check(OURS);
  }

  @Test
  void only_the_command_line_speaks_to_the_terminal() {
    noClasses()
        .that()
        .doNotHaveFullyQualifiedName("karpenter.app.Main")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .orShould()
        .callMethod(System.class, "exit", int.class)
        .because("commands are given their streams, so that tests can read what they write")
        .check(OURS);
  }

  @Test
  void packages_are_features() {
    classes()
        .should()
        .resideOutsideOfPackages(
            "..util..", "..common..", "..helper..", "..model..", "..service..", "..impl..")
        .because("a homeless function belongs to the type it is about")
        .check(OURS);
  }

  @Test
  void packages_form_no_cycles() {
    slices().matching("karpenter.app.(*)..").should().beFreeOfCycles().check(OURS);
    slices().matching("karpenter.core.(*)..").should().beFreeOfCycles().check(OURS);
  }
}
