package karpenter.api.schema;

import static karpenter.api.schema.Documents.paths;
import static karpenter.api.schema.Documents.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.api.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RevisionTest {
  private static final String CONDITION =
      "{type: %s, status: '%s', reason: Told, message: '', lastTransitionTime: '2026-01-05T09:00:00Z'}";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "/spec/weight; 10",
        "/spec/weight; 0",
        "/spec/weight; 3.0",
        "/spec/disruption/budgets; [{nodes: 10%}, {nodes: nonsense}]",
        "/spec/disruption/budgets; [{nodes: '1', schedule: '@daily'}]",
        "/spec/disruption/consolidateAfter; 99999999999h",
        "/spec/template/metadata/labels; {karpenter.sh/nodepool: other}",
        "/spec/template/spec/requirements; [{key: a, operator: Gt, values: [x]}]",
        "/spec/template/spec/expireAfter; 24h",
        "/spec/typo; 1",
        "/metadata/labels; {'not a label!': x}",
        "/metadata/annotations; {some: text}",
        "/status; {resources: {cpu: '10'}, nodes: 3}",
        "/status; {resources: {cpu: much}}",
        "/status; {conditions: [{type: Ready}]}",
        "/status; {nodes: 1e999}",
        "/status; {resources: {cpu: 1e999}}",
        "/status; {conditions: [{type: Ready, observedGeneration: 1e999}]}",
        "/spec/limits; {cpu: 1e999}"
      })
  void what_changes_is_judged_as_if_it_were_new(String pointer, String yaml) {
    var stored = stored(Documents.pool());
    var changed = with(stored, pointer, yaml);

    assertThat(refused(stored, changed)).isEqualTo(paths(Admission.ofNew(changed)));
    if (Admission.ofNew(changed) instanceof Admission.Accepted(_, var document, _)) {
      assertThat(kept(stored, changed)).isEqualTo(document);
    }
  }

  @Test
  void a_number_that_nobody_can_decode_is_seen_among_conditions_that_were_there() {
    var first = CONDITION.formatted("Launched", "True");
    var stored = stored(with(Documents.claim(), "/status", "{conditions: [" + first + "]}"));
    var bad = CONDITION.formatted("Ready", "True").replace("}", ", observedGeneration: 1e999}");
    var changed = conditions(stored, bad, first);
    ((ArrayNode) changed.at("/status/conditions")).set(1, stored.at("/status/conditions/0"));

    assertThat(refused(stored, changed)).containsExactly("status.conditions[0].observedGeneration");
  }

  @Test
  void one_condition_of_several_is_judged() {
    var first = CONDITION.formatted("Launched", "True");
    var stored = stored(with(Documents.claim(), "/status", "{conditions: [" + first + "]}"));

    var good = CONDITION.formatted("Ready", "False");
    var bad = CONDITION.formatted("Ready", "Perhaps");
    var twice = CONDITION.formatted("Launched", "False");

    assertThat(refused(stored, conditions(stored, first, good))).isEmpty();
    assertThat(refused(stored, conditions(stored, first, bad)))
        .containsExactly("status.conditions[1].status");
    assertThat(refused(stored, conditions(stored, first, twice)))
        .containsExactly("status.conditions[1]");
  }

  @Test
  void a_condition_that_moved_is_not_news_and_one_that_changed_is_wherever_it_stands() {
    var launched = CONDITION.formatted("Launched", "True");
    var registered = CONDITION.formatted("Registered", "True");
    var stored =
        stored(
            with(
                Documents.claim(),
                "/status",
                "{conditions: [" + launched + "," + registered + "]}"));

    var bad = CONDITION.formatted("Registered", "Perhaps");

    assertThat(refused(stored, conditions(stored, registered, launched))).isEmpty();
    assertThat(refused(stored, conditions(stored, bad, launched)))
        .containsExactly("status.conditions[0].status");
    assertThat(refused(stored, conditions(stored, launched, registered, launched)))
        .containsExactly("status.conditions[2]");
  }

  @Test
  void rules_about_the_change_itself_are_asked() {
    var stored = stored(Documents.claim());

    assertThat(refused(stored, with(stored, "/spec/expireAfter", "24h"))).isNotEmpty();
    assertThat(refused(stored, with(stored, "/metadata/labels", "{a: b}"))).isEmpty();
  }

  private static ObjectNode conditions(ObjectNode document, String... conditions) {
    return with(document, "/status/conditions", "[" + String.join(", ", conditions) + "]");
  }

  private static ObjectNode stored(ObjectNode document) {
    return (ObjectNode) ((Admission.Accepted) Admission.ofNew(document)).document();
  }

  private static List<String> refused(JsonNode stored, JsonNode changed) {
    return switch (of(stored, changed)) {
      case Revision.Kept _ -> List.of();
      case Revision.Refused(var problems) -> problems.stream().map(Problem::path).toList();
    };
  }

  private static JsonNode kept(JsonNode stored, JsonNode changed) {
    return ((Revision.Kept) of(stored, changed)).document();
  }

  private static Revision of(JsonNode stored, JsonNode changed) {
    var crd = CrdSchemas.find(stored.path("kind").asText()).orElseThrow();
    return Revision.of(crd, stored, changed);
  }
}
