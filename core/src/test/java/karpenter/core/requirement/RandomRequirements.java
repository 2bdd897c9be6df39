package karpenter.core.requirement;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import karpenter.core.requirement.ValueSet.Only;

/// Small sets that overlap often: few words, few numbers, bounds near them and at the extremes.
final class RandomRequirements {
  private static final List<String> WORDS =
      List.of("", "a", "b", "c", "0", "1", "2", "3", "4", "03", "-1");
  private static final List<Operator> OPERATORS = List.of(Operator.values());
  private static final long[] BOUNDS = {
    Long.MIN_VALUE, Long.MIN_VALUE + 1, -2, -1, 0, 1, 2, 3, 4, 5, Long.MAX_VALUE - 1, Long.MAX_VALUE
  };

  /// Two generated sets that differ at all differ on one of these: every word, every bound and its
  /// neighbours, and a string and numbers that no set names.
  static final List<String> UNIVERSE =
      Stream.concat(
              Stream.concat(WORDS.stream(), Stream.of("z", "007", "+1", "9223372036854775808")),
              Stream.concat(
                      LongStream.rangeClosed(-4, 7).boxed(),
                      Stream.of(
                          Long.MIN_VALUE,
                          Long.MIN_VALUE + 1,
                          Long.MIN_VALUE + 2,
                          1_000L,
                          Long.MAX_VALUE - 2,
                          Long.MAX_VALUE - 1,
                          Long.MAX_VALUE))
                  .map(number -> Long.toString(number)))
          .distinct()
          .toList();

  private RandomRequirements() {}

  static ValueSet set(RandomGenerator random) {
    var set = simpleSet(random);
    for (int more = random.nextInt(4); more > 1; more--) {
      set = set.intersect(simpleSet(random));
    }
    return set;
  }

  static Requirements requirements(RandomGenerator random) {
    var requirements = Requirements.none();
    for (var key : List.of("k1", "k2", "k3")) {
      if (random.nextBoolean()) {
        requirements = requirements.and(key, writableSet(random));
        if (random.nextInt(4) == 0) {
          requirements = requirements.withMinValues(key, 1 + random.nextInt(5));
        }
      }
    }
    return requirements;
  }

  /// What operators alone can say, so that it can be written down and read back.
  private static ValueSet writableSet(RandomGenerator random) {
    var set = operatorSet(random);
    return random.nextBoolean() ? set : set.intersect(operatorSet(random));
  }

  private static ValueSet simpleSet(RandomGenerator random) {
    return switch (random.nextInt(10)) {
      case 0 -> ValueSet.any();
      case 1 -> ValueSet.nothing();
      case 2 -> new Only(new TreeSet<>(words(random)), true);
      default -> operatorSet(random);
    };
  }

  private static ValueSet operatorSet(RandomGenerator random) {
    long bound = BOUNDS[random.nextInt(BOUNDS.length)];
    return switch (OPERATORS.get(random.nextInt(OPERATORS.size()))) {
      case In -> ValueSet.in(words(random));
      case NotIn -> ValueSet.notIn(words(random));
      case Exists -> ValueSet.exists();
      case DoesNotExist -> ValueSet.doesNotExist();
      case Gt -> ValueSet.greaterThan(bound);
      case Gte -> ValueSet.atLeast(bound);
      case Lt -> ValueSet.lessThan(bound);
      case Lte -> ValueSet.atMost(bound);
    };
  }

  private static List<String> words(RandomGenerator random) {
    var words = new ArrayList<String>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      words.add(WORDS.get(random.nextInt(WORDS.size())));
    }
    return words;
  }
}
