package karpenter.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/// The dependency rule. Each reason names the way out.
class ArchitectureTest {
  static final JavaClasses OURS =
      new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("karpenter");

  @Test
  void core_is_pure() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(
            "java.io..",
            "java.net..",
            "java.nio.file..",
            "java.util.concurrent..",
            "java.util.logging..",
            "org.slf4j..",
            "io.fabric8..",
            "software.amazon..",
            "com.oracle.bmc..",
            "karpenter.kube..",
            "karpenter.operator..",
            "karpenter.provider..",
            "karpenter.app..")
        .because(
            "a decision must be replayable from its inputs; do the reading in an adapter and pass a"
                + " value")
        .check(OURS);
  }

  @Test
  void core_starts_no_threads() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(Thread.class, ThreadLocal.class, Process.class, Runtime.class)
        .because("concurrency belongs to the runtime; take a port")
        .check(OURS);
  }

  @Test
  void core_is_told_the_time() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .should()
        .callMethod(Instant.class, "now")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(Clock.class, "systemUTC")
        .orShould()
        .callMethod(UUID.class, "randomUUID")
        .orShould()
        .callMethod(Math.class, "random")
        .because("time, ids and chance are arguments; take an Instant, an id or a RandomGenerator")
        .check(OURS);
  }

  @Test
  void input_is_parsed_once() {
    noClasses()
        .that()
        .resideInAPackage("karpenter.core..")
        .and()
        .resideOutsideOfPackage("karpenter.core.wire..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("karpenter.api..")
        .because("past the wire nothing has to be understood again; translate in core.wire")
        .check(OURS);
  }

  @Test
  void features_form_no_cycles() {
    slices()
        .matching("karpenter.core.(*)..")
        .should()
        .beFreeOfCycles()
        .because("a feature can be read alone; move the shared value to the lower of the two")
        .check(OURS);
  }
}
