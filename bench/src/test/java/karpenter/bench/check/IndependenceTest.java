package karpenter.bench.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class IndependenceTest {
  private static final Path SOURCES = Path.of("src/main/java/karpenter/bench/check");

  @Test
  void checker_uses_no_code_of_the_engines_it_judges() throws IOException {
    try (var files = Files.list(SOURCES)) {
      var sources = files.toList();

      assertThat(sources).hasSizeGreaterThan(20);
      for (var source : sources) assertThat(foreignNames(source)).as(source.toString()).isEmpty();
    }
  }

  private static List<String> foreignNames(Path source) throws IOException {
    return Files.readString(source)
        .replace("karpenter.bench.check", "")
        .lines()
        .filter(line -> line.matches(".*\\bkarpenter\\.(api|core|provider|app|bench)\\b.*"))
        .toList();
  }
}
