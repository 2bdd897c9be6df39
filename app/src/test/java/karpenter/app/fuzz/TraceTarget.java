package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.simulator.trace.TraceProblem;
import karpenter.simulator.trace.TraceReader;

/// Traces for `simulate`, as JSON lines and as CSV.
final class TraceTarget implements Target {
  private final List<byte[]> corpus =
      Corpus.joined(
          Corpus.files(List.of(".jsonl"), "examples"),
          Corpus.texts(
              "name,cpu_milli,memory_mib,num_gpu,creation_time,deletion_time,gpu_spec,qos\na,100,200,0,5,10,,LS\nb,1,2,1,5,9,V100M16|V100M32,BE\n",
              "{\"at\":\"0s\",\"event\":\"pod\",\"name\":\"a\",\"count\":3,\"cpu\":\"500m\",\"memory\":\"1Gi\",\"requests\":{\"a/b\":\"1\"},\"labels\":{\"a\":\"b\"},\"lifetime\":\"2h\"}\n{\"at\":60,\"event\":\"remove\",\"pod\":\"a\"}\n",
              "{\"at\":\"1h30m\",\"event\":\"scale\",\"workload\":\"Deployment default/web\",\"replicas\":5}\n{\"at\":\"7d\",\"event\":\"kill\",\"nodes\":1}\n{\"at\":\"8d\",\"event\":\"end\"}\n",
              "{\"at\":\"1\",\"event\":\"fail\",\"perThousand\":50,\"for\":\"5m\"}\n{\"at\":\"2\",\"event\":\"sold-out\",\"labels\":{\"a\":\"b\"}}\n{\"at\":\"3\",\"event\":\"create\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"x\"}}}\n"));

  @Override
  public String name() {
    return "traces";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"at\":\"999999999999999d\"",
        "\"lifetime\":\"9999999999999d\"",
        "\"at\":\"1d1d1d1d\"",
        "\"count\":100000",
        "\"count\":-1",
        "\"event\":\"pod\"",
        "\"event\":\"end\"",
        "1d",
        "999999999999999",
        ",",
        "\n",
        "|",
        "{\"at\":1,\"event\":\"pod\"}\n",
        "#",
        "null",
        "\"cpu\":\"1e999\"",
        "name,");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    var grammar = new Grammar(random);
    var text = new StringBuilder();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      text.append("{\"at\":\"").append(grammar.duration()).append("\",\"event\":\"");
      text.append(grammar.one(List.of("pod", "remove", "create", "scale", "kill", "fail", "end")));
      text.append("\",\"lifetime\":\"").append(grammar.duration()).append("\",\"count\":");
      text.append(grammar.digits()).append(",\"spec\":").append(grammar.json()).append("}\n");
    }
    return text.toString().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) {
    var read = TraceReader.read("fuzz", new String(input, UTF_8).lines().toList());
    Breach.unlessTold(read.problems().stream().map(TraceProblem::problem).toList());
    read.problems().forEach(problem -> Breach.unless(problem.line() >= 1, "a line"));
  }
}
