package karpenter.bench.workload;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// `generate [--seed N] [--out DIR] [NAME…]`: writes built-in workloads and prints their
/// directories. Without a name it lists what there is.
public final class Generate {

  private Generate() {}

  public static void main(String[] arguments) throws IOException {
    long seed = BuiltIn.DEFAULT_SEED;
    var out = Path.of("bench", "work");
    List<String> names = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      switch (arguments[i]) {
        case "--seed" -> seed = Long.parseLong(arguments[++i]);
        case "--out" -> out = Path.of(arguments[++i]);
        default -> names.add(arguments[i]);
      }
    }
    if (names.isEmpty()) {
      BuiltIn.names().forEach(System.out::println);
    }
    var sources = Sources.from(System.getenv(), Path.of(""));
    for (var name : names) {
      System.out.println(BuiltIn.directory(name, seed, sources, out));
    }
  }
}
