package karpenter.core.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// The matrix of spec 01 §3.5: rows offer, columns demand. It differs from upstream in the two last
/// cells of the rows without the label, where a bound asks for a label that is not there (C2).
class CompatibilityMatrixTest {
  private static final String KEY = "example.com/key";

  private static final String MATRIX =
      """
      offered        | Exists | DoesNotExist | In A | In 1 | In 9 | NotIn A | NotIn 1 | Gt 1 | Lt 9 | Gt 1 & NotIn 3
      undefined      | yes    | yes          | yes  | yes  | yes  | yes     | yes     | yes  | yes  | yes
      missing        | no     | yes          | no   | no   | no   | yes     | yes     | no   | no   | no
      Exists         | yes    | no           | yes  | yes  | yes  | yes     | yes     | yes  | yes  | yes
      DoesNotExist   | no     | yes          | no   | no   | no   | yes     | yes     | no   | no   | no
      In A           | yes    | no           | yes  | no   | no   | no      | yes     | no   | no   | no
      In A B         | yes    | no           | yes  | no   | no   | yes     | yes     | no   | no   | no
      In 1           | yes    | no           | no   | yes  | no   | yes     | no      | no   | yes  | no
      In 9           | yes    | no           | no   | no   | yes  | yes     | yes     | yes  | no   | yes
      NotIn A        | yes    | yes          | no   | yes  | yes  | yes     | yes     | yes  | yes  | yes
      NotIn 1        | yes    | yes          | yes  | no   | yes  | yes     | yes     | yes  | yes  | yes
      Gt 1           | yes    | no           | no   | no   | yes  | yes     | yes     | yes  | yes  | yes
      Lt 9           | yes    | no           | no   | yes  | no   | yes     | yes     | yes  | yes  | yes
      In A & In B    | no     | no           | no   | no   | no   | no      | no      | no   | no   | no
      """;

  static Stream<Arguments> cells() {
    var rows = MATRIX.lines().map(CompatibilityMatrixTest::split).toList();
    var columns = rows.getFirst();
    return rows.stream()
        .skip(1)
        .flatMap(
            row ->
                IntStream.range(1, columns.size())
                    .mapToObj(
                        i ->
                            Arguments.of(
                                row.getFirst(), columns.get(i), row.get(i).equals("yes"))));
  }

  @ParameterizedTest(name = "{0} offered, {1} demanded: {2}")
  @MethodSource("cells")
  void offered_can_be_what_is_demanded(String offered, String demanded, boolean compatible) {
    var offer =
        switch (offered) {
          case "undefined", "missing" -> Requirements.none();
          default -> requirement(offered);
        };
    var mayBeUndefined = offered.equals("undefined") ? Set.of(KEY) : Set.<String>of();

    assertThat(offer.satisfies(requirement(demanded), mayBeUndefined)).isEqualTo(compatible);
    assertThat(offer.firstConflict(requirement(demanded), mayBeUndefined).isEmpty())
        .isEqualTo(compatible);
  }

  private static Requirements requirement(String text) {
    return Requirements.ofTerms(
        Arrays.stream(text.split(" & ")).map(CompatibilityMatrixTest::term).toList());
  }

  private static RequirementTerm term(String text) {
    var words = List.of(text.split(" "));
    return new RequirementTerm(
        KEY, Operator.valueOf(words.getFirst()), words.stream().skip(1).toArray(String[]::new));
  }

  private static List<String> split(String line) {
    return Arrays.stream(line.split("\\|")).map(String::strip).toList();
  }
}
