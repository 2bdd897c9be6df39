package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/// Inputs taken from this repository's own files, and from a directory of manifests beside it where
/// there is one.
final class Corpus {
  private static final int MAX_BYTES = 1 << 16;
  private static final Path ROOT = root();

  private Corpus() {}

  private static Path root() {
    var here = Path.of("").toAbsolutePath();
    return Files.isDirectory(here.resolve("examples")) || here.getParent() == null
        ? here
        : here.getParent();
  }

  /// @param places files or directories below the repository; those beside it count in long runs
  ///   only, so that the unit test reads the same everywhere
  static List<byte[]> files(List<String> endings, String... places) {
    boolean isLongRun = System.getProperty("karpenter.fuzz") != null;
    return Arrays.stream(places)
        .filter(place -> isLongRun || !place.startsWith("../"))
        .map(ROOT::resolve)
        .filter(Files::exists)
        .flatMap(place -> below(place, endings))
        .toList();
  }

  static List<byte[]> texts(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(UTF_8)).toList();
  }

  @SafeVarargs
  static List<byte[]> joined(List<byte[]>... parts) {
    return Arrays.stream(parts).flatMap(List::stream).toList();
  }

  private static Stream<byte[]> below(Path place, List<String> endings) {
    try (var files = Files.walk(place)) {
      return files
          .filter(file -> endings.stream().anyMatch(end -> file.toString().endsWith(end)))
          .filter(file -> !file.toString().contains("/target/"))
          .sorted()
          .map(Corpus::bytes)
          .filter(bytes -> bytes.length <= MAX_BYTES)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
