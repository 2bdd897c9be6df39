package karpenter.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.junit.jupiter.api.Test;

class TraceReaderTest {
  private static final String HEADER =
      "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time";

  @Test
  void a_line_of_csv_is_a_pod_with_its_life() {
    var read =
        TraceReader.read(
            "pods.csv",
            List.of(HEADER, "openb-pod-0001,6000,12288,1,460,T4|P100,LS,Running,40,100,41"));

    assertThat(read.problems()).isEmpty();
    var arrival = (TraceEvent.PodArrives) events(read).getFirst();
    assertThat(arrival.at()).isEqualTo(Duration.ofSeconds(40));
    assertThat(arrival.lifetime()).contains(Duration.ofSeconds(60));
    var requests = arrival.pod().at("/spec/containers/0/resources/requests");
    assertThat(requests.toString())
        .isEqualTo("{\"cpu\":\"6000m\",\"memory\":\"12288Mi\",\"nvidia.com/gpu\":\"1\"}");
    assertThat(arrival.pod().at("/spec/affinity").toString()).contains("T4", "P100");
    assertThat(read.trace().length()).isEqualTo(Duration.ofSeconds(100));
  }

  @Test
  void bad_lines_of_csv_are_named_and_the_others_are_read() {
    var read =
        TraceReader.read(
            "pods.csv",
            List.of(
                HEADER,
                "a,1000,1024,0,0,,LS,Running,0,10,0",
                "b,many,1024,0,0,,LS,Running,0,10,0",
                "c,1000,1024,0,0,,LS,Running,20,10,0",
                "d,1000"));

    assertThat(events(read)).hasSize(1);
    assertThat(read.problems()).extracting(TraceProblem::line).containsExactly(3, 4, 5);
    assertThat(read.problems().getFirst().problem().sentence())
        .isEqualTo("cpu_milli: found \"many\"; expected a whole number, not negative");
  }

  @Test
  void pods_of_a_line_share_what_it_says_of_them() {
    var read =
        TraceReader.read(
            "pods.jsonl",
            List.of(
                "{\"at\":0,\"event\":\"pod\",\"cpu\":\"1\",\"count\":2,\"spec\":{\"affinity\":{\"a\":{}}}}"));

    var first = ((TraceEvent.PodArrives) events(read).get(0)).pod();
    var second = ((TraceEvent.PodArrives) events(read).get(1)).pod();
    assertThat(first.at("/metadata/name")).isNotEqualTo(second.at("/metadata/name"));
    assertThat(first.at("/spec/affinity")).isSameAs(second.at("/spec/affinity"));
    assertThat(first.path("spec")).isNotSameAs(second.path("spec"));
  }

  @Test
  void a_column_of_csv_is_named_once() {
    var doubled = HEADER.replace("gpu_milli", "num_gpu");
    var unnamed = HEADER.replace("gpu_milli", "").replace("pod_phase", "");
    var pod = "a,1000,1024,0,0,,LS,Running,5,10,0";

    var refused = TraceReader.read("pods.csv", List.of("# pods", doubled, pod));
    var read = TraceReader.read("pods.csv", List.of(unnamed, pod));

    assertThat(events(refused)).isEmpty();
    assertThat(refused.problems())
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.line()).isEqualTo(2);
              assertThat(problem.problem().sentence())
                  .isEqualTo("num_gpu: found the column a second time; expected each column once");
            });
    assertThat(read.problems()).isEmpty();
    assertThat(events(read).getFirst().at()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void times_that_cannot_be_counted_are_none() {
    assertThat(Times.parse("999999999999999d")).isEmpty();
    assertThat(Times.parse("999999999999999999")).isEmpty();
    assertThat(Times.parse("9999999d9999999d")).isEmpty();
    assertThat(Times.parse("1d".repeat(100_000))).isEmpty();
    assertThat(Times.parse("1000000d")).contains(Duration.ofDays(1_000_000));
  }

  @Test
  void every_event_of_json_lines_is_understood() {
    var read =
        TraceReader.read(
            "day.jsonl",
            List.of(
                "# a comment",
                "{\"at\": \"0s\", \"event\": \"pod\", \"name\": \"a\", \"count\": 2, \"cpu\": \"1\","
                    + " \"lifetime\": \"1h30m\"}",
                "{\"at\": 90, \"event\": \"remove\", \"pod\": \"default/a-0\"}",
                "{\"at\": \"2m\", \"event\": \"scale\", \"workload\": \"Deployment shop/web\","
                    + " \"replicas\": 4}",
                "{\"at\": \"3m\", \"event\": \"kill\", \"nodes\": 2}",
                "{\"at\": \"4m\", \"event\": \"fail\", \"perThousand\": 10, \"for\": \"5m\"}",
                "{\"at\": \"5m\", \"event\": \"sold-out\", \"labels\": {\"zone\": \"a\"}}",
                "{\"at\": \"6m\", \"event\": \"restart\"}",
                "",
                "{\"at\": \"7d\", \"event\": \"end\"}"));

    assertThat(read.problems()).isEmpty();
    assertThat(read.trace().length()).isEqualTo(Duration.ofDays(7));
    assertThat(events(read)).hasSize(8);
    assertThat(events(read))
        .contains(
            new TraceEvent.PodLeaves(Duration.ofSeconds(90), ObjectKey.of("default", "a-0")),
            new TraceEvent.Scaled(
                Duration.ofMinutes(2), Resource.DEPLOYMENTS, ObjectKey.of("shop", "web"), 4));
  }

  @Test
  void what_nobody_understands_is_reported_with_its_line() {
    var read =
        TraceReader.read(
            "day.jsonl",
            List.of(
                "{\"at\": \"0s\", \"event\": \"pod\", \"cpu\": \"1\"}",
                "{\"at\": \"soon\", \"event\": \"pod\", \"cpu\": \"1\"}",
                "{\"at\": \"0s\", \"event\": \"pod\", \"cpu\": \"lots\"}",
                "{\"at\": \"0s\", \"event\": \"explode\"}",
                "{\"at\": \"0s\", \"event\": \"kill\", \"node\": 1}",
                "{\"at\": \"0s\", "));

    assertThat(events(read)).hasSize(1);
    assertThat(read.problems()).extracting(TraceProblem::line).containsExactly(2, 3, 4, 5, 6);
    assertThat(read.problems().get(2).problem().sentence())
        .startsWith("event: found \"explode\"; expected one of create, end, fail");
  }

  @Test
  void neither_of_both_forms_is_said_to_be_neither() {
    var read = TraceReader.read("x", List.of("hello"));

    assertThat(read.problems().getFirst().problem().sentence())
        .contains("found \"hello\"", "JSON lines such as", "cpu_milli");
  }

  @Test
  void times_are_read_as_they_are_written() {
    assertThat(Times.parse("90")).contains(Duration.ofSeconds(90));
    assertThat(Times.parse("1.5s")).contains(Duration.ofMillis(1500));
    assertThat(Times.parse("1d2h3m4s")).contains(Duration.ofSeconds(93_784));
    assertThat(Times.parse("")).isEmpty();
    assertThat(Times.parse("-1s")).isEmpty();
    assertThat(Times.parse("1w")).isEmpty();
  }

  private static List<TraceEvent> events(TraceRead read) {
    var events = new ArrayList<TraceEvent>();
    read.trace().events().forEachRemaining(events::add);
    return events;
  }
}
