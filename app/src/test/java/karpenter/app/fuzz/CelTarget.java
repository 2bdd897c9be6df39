package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import karpenter.api.device.DeviceExpression;
import karpenter.api.device.DeviceFacts;
import karpenter.api.device.Semver;
import karpenter.core.resource.Quantity;

/// Expressions that select devices: compiling and asking come to an end, whatever they say.
final class CelTarget implements Target {
  private static final DeviceFacts FACTS =
      new DeviceFacts(
          "gpu.example.com",
          Map.of(
              "d",
              Map.of(
                  "version",
                  Semver.parse("1.2.3").orElseThrow(),
                  "count",
                  8L,
                  "model",
                  "A100-80GB",
                  "flag",
                  true)),
          Map.of("d", Map.of("memory", new BigDecimal("85899345920"))),
          true);

  private final DeviceExpression.Compiler compiler =
      new DeviceExpression.Compiler(text -> Quantity.of(text).value());

  private final List<byte[]> corpus =
      Corpus.texts(
          "device.driver == \"gpu.example.com\"",
          "device.attributes[\"d\"].model.startsWith(\"A100\") && device.capacity[\"d\"].memory.compareTo(quantity(\"40Gi\")) >= 0",
          "device.attributes[\"d\"].version.isGreaterThan(semver(\"1.0.0\"))",
          "cel.bind(x, device.attributes[\"d\"], x.count > 4 && x.flag)",
          "cel.bind(a, \"xxxxxxxx\", cel.bind(b, a + a, cel.bind(c, b + b, c.size() > 3)))",
          "[1,2,3].all(x, [4,5,6].exists(y, x < y))",
          "device.attributes[\"d\"].model.replace(\"A\", \"AA\").replace(\"A\", \"AA\").matches(\"^A+.*$\")",
          "device.?attributes.orValue({}).size() == 0",
          "device.allowMultipleAllocations ? true : false",
          "[\"a\",\"b\"].join(\",\").split(\",\").map(x, x + x).size() == 2",
          "strings.quote(strings.quote(\"\\\\\")).size() > 1");

  @Override
  public String name() {
    return "cel";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "device",
        ".attributes",
        "[\"d\"]",
        ".model",
        " && ",
        " || ",
        "(",
        ")",
        ".replace(\"A\",\"AAAA\")",
        "cel.bind(x, ",
        "x + x",
        ".map(x, x + x)",
        ".all(x, ",
        "[1,2,3,4,5,6,7,8,9]",
        ".join()",
        "!",
        "-",
        "? true : ",
        "strings.quote(",
        ".split(\"\")",
        "in ",
        "{\"a\": ",
        "[",
        "]",
        "quantity(\"1e999\")",
        ".add(",
        "1 + ",
        "a.");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    return new Grammar(random).cel().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) {
    switch (compiler.compile(new String(input, UTF_8))) {
      case DeviceExpression.Compiled.Unusable(var reason) ->
          Breach.unless(!reason.isBlank(), "a refusal says why: %s", reason);
      case DeviceExpression.Compiled.Usable(var expression) -> {
        boolean first = expression.matches(FACTS);
        Breach.unless(expression.matches(FACTS) == first, "the answer stays the same");
      }
    }
  }
}
