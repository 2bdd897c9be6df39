package karpenter.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Texts that were read and found good, in `src/test/resources/golden`. After a change on purpose
/// run the tests with `-Dgolden.write=true` and review the difference.
public final class Golden {
  private static final Path DIRECTORY = Path.of("src/test/resources/golden");

  private Golden() {}

  public static void assertMatches(String name, String actual) throws IOException {
    var file = DIRECTORY.resolve(name);
    if (Boolean.getBoolean("golden.write")) {
      Files.createDirectories(DIRECTORY);
      Files.writeString(file, actual);
    }
    assertThat(actual).isEqualTo(Files.readString(file));
  }
}
