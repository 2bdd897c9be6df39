package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmFlagsTest {
  private static final Path ROOT = Path.of("..");

  /// So that what is measured cannot differ from what is shipped.
  @ParameterizedTest
  @ValueSource(strings = {"karpenter", "bench/run", "operator/footprint"})
  void scripts_take_their_flags_from_one_file(String script) throws IOException {
    var text = Files.readString(ROOT.resolve(script));

    assertThat(text).contains(".ci/jvm-flags").contains("$flags $run_flags");
    assertThat(text).doesNotContain("TieredStopAtLevel").doesNotContain("-XX:+Use");
  }

  @Test
  void the_controller_is_shipped_without_the_optimising_compiler() throws IOException {
    assertThat(Files.readString(ROOT.resolve(".ci/jvm-flags")))
        .containsPattern("run_flags=\"[^\"]*-XX:TieredStopAtLevel=1");
  }

  /// The warning about it would stand before the first answer.
  @Test
  void a_class_cache_that_does_not_fit_says_nothing(@TempDir Path directory) throws IOException {
    var cache = Files.createFile(directory.resolve("moved.aot"));
    System.setProperty("bench.cache", cache.toString());
    try {
      assertThat(JvmFlags.SHIPPED.command(Serve.class, directory))
          .containsSequence("-XX:AOTCache=" + cache, "-Xlog:aot=off", "-Xlog:cds=off");
    } finally {
      System.clearProperty("bench.cache");
    }
  }

  @Test
  void each_column_has_flags_of_its_own() {
    System.setProperty("bench.flags", "-Xms1m  -Xmx2m");
    System.setProperty("bench.optimised.flags", "-Xmx3m");
    try {
      var directory = Path.of("somewhere");

      assertThat(JvmFlags.SHIPPED.command(Serve.class, directory))
          .containsSequence("-Xms1m", "-Xmx2m", "-cp")
          .endsWith(Serve.class.getName(), "somewhere");
      assertThat(JvmFlags.OPTIMISED.command(Serve.class, directory))
          .containsSequence("-Xmx3m", "-cp")
          .doesNotContain("-Xmx2m");
    } finally {
      System.clearProperty("bench.flags");
      System.clearProperty("bench.optimised.flags");
    }
  }
}
