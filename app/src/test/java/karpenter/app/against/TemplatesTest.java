package karpenter.app.against;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import karpenter.api.Json;
import org.junit.jupiter.api.Test;

/// A template that is taken for another one rolls its pods, in a plan and nowhere else.
class TemplatesTest {
  private static final String STORED =
      """
      {"metadata": {"labels": {"app": "web"}},
       "spec": {"restartPolicy": "Always", "schedulerName": "default-scheduler",
                "terminationGracePeriodSeconds": 60,
                "containers": [{"name": "main", "image": "registry.example/web:1",
                  "ports": [{"containerPort": 8080, "protocol": "TCP"}],
                  "resources": {"requests": {"cpu": "500m", "memory": "1Gi"}}}]}}
      """;

  @Test
  void numbers_are_the_same_whoever_read_them() throws Exception {
    var manifest = tree(STORED);
    // As a parser of YAML makes them.
    manifest
        .withObject("/spec")
        .put("terminationGracePeriodSeconds", BigInteger.valueOf(60))
        .remove("restartPolicy");
    ((ObjectNode) manifest.at("/spec/containers/0/ports/0"))
        .put("containerPort", BigInteger.valueOf(8080))
        .remove("protocol");

    assertThat(Templates.areSame(tree(STORED), manifest)).isTrue();
  }

  @Test
  void amounts_are_the_same_however_they_are_written() throws Exception {
    var manifest = tree(STORED);
    var requests = (ObjectNode) manifest.at("/spec/containers/0/resources/requests");
    requests.put("cpu", 0.5).put("memory", "1024Mi");

    assertThat(Templates.areSame(tree(STORED), manifest)).isTrue();
  }

  @Test
  void other_amounts_and_numbers_are_another_template() throws Exception {
    var more = tree(STORED);
    ((ObjectNode) more.at("/spec/containers/0/resources/requests")).put("cpu", "501m");
    var longer = tree(STORED);
    longer.withObject("/spec").put("terminationGracePeriodSeconds", 61);

    assertThat(Templates.areSame(tree(STORED), more)).isFalse();
    assertThat(Templates.areSame(tree(STORED), longer)).isFalse();
  }

  private static ObjectNode tree(String json) throws Exception {
    return (ObjectNode) Json.JSON.readTree(json);
  }
}
