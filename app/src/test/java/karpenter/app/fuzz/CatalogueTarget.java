package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.provider.kwok.catalogue.CatalogueReader;

/// Files of instance types and their prices.
final class CatalogueTarget implements Target {
  private final List<byte[]> corpus =
      Corpus.joined(
          Corpus.files(List.of("catalogue.json"), "examples"),
          Corpus.files(List.of("instancetypes.json"), "bench/src/test/resources/defects"),
          Corpus.texts(
              "[{\"name\":\"a-1\",\"architecture\":\"amd64\",\"operatingSystems\":[\"linux\"],\"resources\":{\"cpu\":\"4\",\"memory\":\"16Gi\"},\"offerings\":[{\"Price\":0.1,\"Available\":true,\"Requirements\":[{\"key\":\"karpenter.sh/capacity-type\",\"operator\":\"In\",\"values\":[\"spot\"]}]}]}]"));

  @Override
  public String name() {
    return "catalogue";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"price\":-1",
        "\"price\":1e999",
        "\"price\":\"x\"",
        "\"name\":null",
        "\"offerings\":[]",
        "\"requirements\":[{}]",
        "\"capacity\":{\"cpu\":\"1e999\"}",
        "\"overhead\":{\"kubeReserved\":{}}",
        "\"dynamicResources\":[{}]",
        "\"attributeBindings\":[]",
        "{",
        "}",
        "[",
        "]",
        "null",
        "[]",
        "{}",
        "\"operator\":\"Gt\"",
        "\"values\":[\"x\"]");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    return ("[" + new Grammar(random).json() + "]").getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) {
    var read = CatalogueReader.read(new String(input, UTF_8));
    Breach.unlessTold(read.problems());
    for (var type : read.catalogue().types()) {
      Breach.unless(!type.name().isEmpty(), "a type has a name");
      for (var offering : type.offerings()) {
        Breach.unless(
            Double.isFinite(offering.price()) && offering.price() >= 0,
            "a price is a number, not negative: %s",
            offering.price());
      }
    }
  }
}
