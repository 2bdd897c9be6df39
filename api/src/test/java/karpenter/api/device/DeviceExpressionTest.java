package karpenter.api.device;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.Map;
import karpenter.api.device.DeviceExpression.Compiled;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceExpressionTest {
  private static final DeviceExpression.Compiler COMPILER =
      new DeviceExpression.Compiler(
          text -> {
            return new BigDecimal(text.replace("Gi", "e9"));
          });

  private static final DeviceFacts DEVICE =
      new DeviceFacts(
          "gpu.example.com",
          Map.of(
              "gpu.example.com",
              Map.of(
                  "model",
                  "A100",
                  "index",
                  3L,
                  "nvlink",
                  true,
                  "driverVersion",
                  Semver.parse("1.10.0").orElseThrow())),
          Map.of("gpu.example.com", Map.of("memory", new BigDecimal("40e9"))),
          false);

  private static boolean matches(String expression) {
    return switch (COMPILER.compile(expression)) {
      case Compiled.Usable(var usable) -> usable.matches(DEVICE);
      case Compiled.Unusable(var reason) -> throw new AssertionError(reason);
    };
  }

  /// Each of them would take all memory, all time or all of the stack.
  @Test
  void an_expression_that_might_cost_too_much_is_refused() {
    var grown = "'aaaa'" + ".replace('a', 'aaaa')".repeat(20) + ".size() > 0";
    var bound = "cel.bind(x0, 'aaaaaaaa', ";
    var nested = "cel.bind(x0, [1], ";
    for (int i = 1; i <= 30; i++) {
      bound += "cel.bind(x%d, x%d + x%d, ".formatted(i, i - 1, i - 1);
      nested += "cel.bind(x%d, [x%d, x%d], ".formatted(i, i - 1, i - 1);
    }
    bound += "x30.size() > 0" + ")".repeat(31);
    nested += "x30 == x30" + ")".repeat(31);
    var quoted = "strings.quote(".repeat(40) + "'\\\\'" + ")".repeat(40) + ".size() > 0";

    for (var expression : java.util.List.of(grown, bound, nested, quoted)) {
      assertThat(COMPILER.compile(expression))
          .isInstanceOfSatisfying(
              Compiled.Unusable.class,
              unusable -> assertThat(unusable.reason()).contains("might take too long"));
    }
  }

  @Test
  void an_expression_is_as_long_as_an_api_server_lets_it_be() {
    assertThat(COMPILER.compile("true" + " ".repeat(10_300))).isInstanceOf(Compiled.Unusable.class);
    assertThat(COMPILER.compile("true" + " ".repeat(10_000))).isInstanceOf(Compiled.Usable.class);
  }

  @Test
  void a_name_that_is_bound_to_itself_selects_nothing() {
    assertThat(matches("cel.bind(x, 'a', cel.bind(x, x + x, x.size() > 0))")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.driver == 'gpu.example.com'",
        "device.attributes['gpu.example.com'].model == 'A100'",
        "device.attributes[\"gpu.example.com\"].index > 2",
        "device.attributes['gpu.example.com'].nvlink",
        "'model' in device.attributes['gpu.example.com']",
        "!('model' in device.attributes['other.example.com'])",
        "has(device.attributes['gpu.example.com'].model)",
        "!has(device.attributes['gpu.example.com'].colour)",
        "device.capacity['gpu.example.com'].memory.compareTo(quantity('40Gi')) == 0",
        "device.capacity['gpu.example.com'].memory.isGreaterThan(quantity('39Gi'))",
        "device.capacity['gpu.example.com'].memory == quantity('40Gi')",
        "device.capacity['gpu.example.com'].memory.sub(quantity('1Gi')).isLessThan(quantity('40Gi'))",
        "device.attributes['gpu.example.com'].driverVersion.isGreaterThan(semver('1.9.0'))",
        "device.attributes['gpu.example.com'].driverVersion.major() == 1",
        "device.attributes['gpu.example.com'].?colour.orValue('red') == 'red'",
        "cel.bind(d, device.attributes['gpu.example.com'], d.model.startsWith('A'))",
        "!device.allowMultipleAllocations",
        "isQuantity('1') && !isQuantity('x') && isSemver('1.2.3') && !isSemver('1.2')",
      })
  void the_language_of_selectors(String expression) {
    assertThat(matches(expression)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "device.driver == 'x'",
        "device.attributes['gpu.example.com'].colour == 'red'",
        "device.attributes['gpu.example.com'].model > 3",
        "device.capacity['gpu.example.com'].memory.isLessThan(quantity('bad'))",
      })
  void what_is_not_so_or_cannot_be_answered_does_not_select(String expression) {
    assertThat(matches(expression)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "device.driver ==", "unknown.driver == 'x'", "1 + 1", "'text'"})
  void what_is_no_condition_on_a_device_is_refused(String expression) {
    assertThat(COMPILER.compile(expression)).isInstanceOf(Compiled.Unusable.class);
  }

  @Test
  void versions_are_ordered_as_semver_says() {
    var ascending =
        new String[] {
          "0.9.0", "1.0.0-2", "1.0.0-10", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0", "1.0.1", "1.10.0"
        };
    for (int i = 1; i < ascending.length; i++) {
      assertThat(Semver.parse(ascending[i - 1]).orElseThrow())
          .isLessThan(Semver.parse(ascending[i]).orElseThrow());
    }
  }
}
