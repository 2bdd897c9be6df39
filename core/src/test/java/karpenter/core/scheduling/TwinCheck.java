package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// [TwinTest] without a test framework, for the mutants in `src/test/mutants`: prints the seeds
/// below the first argument for which kernel and twin differ, at most as many as the second says.
/// Further arguments are seeds that are known to differ and not looked at.
final class TwinCheck {
  private TwinCheck() {}

  public static void main(String[] arguments) {
    Set<Long> known =
        Arrays.stream(arguments).skip(2).map(Long::valueOf).collect(Collectors.toSet());
    LongStream.range(0, Long.parseLong(arguments[0]))
        .filter(seed -> !known.contains(seed))
        .filter(Twins::differ)
        .limit(Long.parseLong(arguments[1]))
        .forEach(System.out::println);
  }
}
