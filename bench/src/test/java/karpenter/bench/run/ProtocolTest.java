package karpenter.bench.run;

import static karpenter.bench.run.AlternationTest.placement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProtocolTest {

  private static final Iteration ITERATION = new Iteration(0.5, 0.1, 0, 7, 9, 11, placement(3));

  private static final Contender ALWAYS =
      new Contender() {
        @Override
        public String name() {
          return "always";
        }

        @Override
        public Iteration solve() {
          return ITERATION;
        }

        @Override
        public Reading read() {
          return new Reading(0.5, 0.25, 0.25);
        }
      };

  private static String served(String commands) throws IOException {
    var out = new ByteArrayOutputStream();
    Serve.serve(
        ALWAYS,
        Optional.of(new Reading(3, 1, 2)),
        new BufferedReader(new StringReader(commands)),
        new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void each_go_is_answered_with_one_line_until_quit() throws IOException {
    var lines = served("go\ngo\nquit\ngo\n").lines().toList();

    assertThat(lines).hasSize(3);
    assertThat(lines.getFirst()).startsWith("{\"ready\":\"always\",\"reading\":{\"seconds\":3.0,");
    assertThat(new ObjectMapper().readValue(lines.get(1), Iteration.class)).isEqualTo(ITERATION);
  }

  @Test
  void reading_again_is_answered_with_what_it_took() throws IOException {
    var lines = served("read\n").lines().toList();

    assertThat(new ObjectMapper().readValue(lines.get(1), Reading.class))
        .isEqualTo(new Reading(0.5, 0.25, 0.25));
  }

  @Test
  void a_process_tells_what_its_first_reading_took() throws IOException {
    var script = "echo '{\"ready\":true,\"reading\":{\"seconds\":1.5}}'; read word";

    try (var contender = ProcessContender.start("shell", List.of("sh", "-c", script))) {
      assertThat(contender.firstReading()).contains(new Reading(1.5, 0, 0));
    }
  }

  @Test
  void an_unknown_command_is_refused() {
    assertThatThrownBy(() -> served("stop\n"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("\"stop\"");
  }

  @Test
  void a_process_that_answers_is_a_contender() throws IOException {
    var answer = new ObjectMapper().writeValueAsString(ITERATION);
    var script = "echo '{\"ready\":true}'; while read word; do echo '" + answer + "'; done";

    try (var contender = ProcessContender.start("shell", List.of("sh", "-c", script))) {
      assertThat(contender.solve()).isEqualTo(ITERATION);
      assertThat(contender.solve()).isEqualTo(ITERATION);
    }
  }

  @Test
  void a_process_that_dies_is_named() throws IOException {
    var script = "echo '{\"ready\":true}'; read word";

    try (var contender = ProcessContender.start("mortal", List.of("sh", "-c", script))) {
      assertThatThrownBy(contender::solve)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("mortal stopped answering");
    }
  }

  @Test
  void upstreams_answer_is_understood() throws IOException {
    var json =
        """
        {"iteration":1,"solveSeconds":2.5,"setupSeconds":0.5,"allocatedBytes":10,
         "setupAllocatedBytes":3,"peakRssBytes":20,"placement":{
          "claims":[{"nodepool":"default","instanceTypes":["a","b"],
            "requirements":[{"key":"size","operator":"In","values":["small"]},
                            {"key":"special","operator":"DoesNotExist"}],
            "pods":["u1"],"price":0.3}],
          "existing":[{"node":"n","pods":["u2"]}],
          "unplaced":[{"pod":"u3","error":"too large"}]}}
        """;

    var placement = new ObjectMapper().readValue(json, Iteration.class).placement();

    assertThat(placement.price()).isEqualTo(0.3);
    assertThat(placement.claims().getFirst().requirements().get(1).values()).isNull();
    assertThat(placement.existing().getFirst().pods()).containsExactly("u2");
    assertThat(placement.unplaced().getFirst().error()).isEqualTo("too large");
  }

  @Test
  void a_bound_carries_its_dual_prices() throws IOException {
    var bound = new Placement.Bound(2.5, Placement.Certificate.of(Map.of("cpu", 0.1)));
    var placement = new Placement(List.of(), List.of(), List.of(), null, bound);

    var tree = new ObjectMapper().valueToTree(placement);

    assertThat(tree.at("/bound/certificate/prices/cpu").asDouble()).isEqualTo(0.1);
    assertThat(new ObjectMapper().treeToValue(tree, Placement.class)).isEqualTo(placement);
  }
}
