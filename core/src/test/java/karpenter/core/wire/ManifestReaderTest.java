package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.core.pod.Pod;
import org.junit.jupiter.api.Test;

class ManifestReaderTest {
  private static String pod(String name) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec: {containers: [{name: c}]}
        ---
        """
        .formatted(name);
  }

  @Test
  void one_bad_object_never_stops_the_rest() {
    var result = Yaml.manifests(pod("a") + pod("b").replace("{name: c}", "7") + pod("c"));

    assertThat(result.problem().pending()).extracting(Pod::name).containsExactly("a", "c");
    assertThat(result.problems())
        .extracting(SourcedProblem::sentence)
        .containsExactly("doc 2: Pod default/b: spec.containers[0]: found 7; expected an object");
  }

  @Test
  void of_two_objects_with_one_name_the_first_counts() {
    var result = Yaml.manifests(pod("a") + pod("a"));

    assertThat(result.problem().pending()).hasSize(1);
    assertThat(result.problems())
        .extracting(p -> p.source() + " " + p.problem().path())
        .containsExactly("doc 2 metadata.name");
  }

  @Test
  void objects_that_leave_their_name_to_the_server_are_told_apart() {
    var nameless = pod("a").replace("{name: a}", "{generateName: run-}");

    var result = Yaml.manifests(nameless + nameless);

    assertThat(result.problems()).isEmpty();
    assertThat(result.problem().pending()).extracting(Pod::name).containsExactly("run-0", "run-1");
    assertThat(result.problem().pending()).extracting(Pod::uid).doesNotHaveDuplicates();
  }

  @Test
  void kinds_that_are_not_ours_are_named() {
    var result =
        Yaml.manifests(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: x}
            ---
            apiVersion: example.com/v1
            kind: NodePool
            metadata: {name: x}
            """);

    assertThat(result.problems()).isEmpty();
    assertThat(result.notes())
        .containsExactly(
            "ConfigMap (v1): 1 object, which decides nothing here",
            "NodePool (example.com/v1): 1 object, which decides nothing here");
  }

  @Test
  void what_is_no_object_is_a_problem() {
    var result = Yaml.manifests("just text\n---\n[1, 2]\n---\n{kind: Pod}\n");

    assertThat(result.problems())
        .extracting(p -> p.source() + " " + p.problem().path())
        .containsExactly("doc 1 ", "doc 2 ", "doc 3 apiVersion");
  }

  @Test
  void lists_are_taken_apart_and_paths_lead_into_them() {
    var result =
        Yaml.manifests(
            """
            apiVersion: v1
            kind: List
            items:
            - {apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c}]}}
            - {apiVersion: v1, kind: Pod, metadata: {name: b}, spec: {containers: []}}
            - apiVersion: karpenter.sh/v1
              kind: NodePool
              metadata: {name: p}
              spec: {weight: 0}
            """);

    assertThat(result.problem().pending()).extracting(Pod::name).containsExactly("a");
    assertThat(result.problems())
        .extracting(p -> p.problem().path())
        .contains("items[1].spec.containers", "items[2].spec.weight");
  }

  @Test
  void pods_that_do_not_wait_for_us_are_named_or_finished() {
    var result =
        Yaml.manifests(
            pod("gated").replace("spec: {", "spec: {schedulingGates: [{name: g}], ")
                + pod("mirror")
                    .replace(
                        "{name: mirror}",
                        "{name: mirror, ownerReferences: [{kind: Node, name: n}]}")
                + pod("done").replace("---", "status: {phase: Succeeded}\n---"));

    assertThat(result.problem().pending()).isEmpty();
    assertThat(result.problems()).isEmpty();
    assertThat(result.notes())
        .containsExactly(
            "Pod default/gated is held back by a scheduling gate",
            "Pod default/mirror is a mirror of a static pod");
  }

  @Test
  void ten_megabytes_of_labels_are_a_problem_with_a_path() {
    var pod = (ObjectNode) Yaml.tree(pod("a").replace("---", ""));
    var labels = pod.withObject("/metadata").putObject("labels");
    for (int i = 0; i < 200_000; i++) {
      labels.put("label-number-" + i, "value-that-is-rather-long-" + i);
    }

    var result =
        ManifestReader.read(
            List.of(new SourceObject("big", pod)), Catalogue.of(List.of()), WireOptions.defaults());

    assertThat(result.problem().pending()).isEmpty();
    assertThat(result.problems())
        .extracting(p -> p.problem().path())
        .containsExactly("metadata.labels");
  }

  @Test
  void a_flood_of_problems_is_cut_and_says_so() {
    var pod = (ObjectNode) Yaml.tree(pod("a").replace("---", ""));
    var selector = pod.withObject("/spec").putObject("nodeSelector");
    for (int i = 0; i < 5000; i++) {
      selector.set("key " + i, JsonNodeFactory.instance.numberNode(i));
    }

    var result =
        ManifestReader.read(
            List.of(new SourceObject("big", pod)), Catalogue.of(List.of()), WireOptions.defaults());

    assertThat(result.problems()).hasSize(Problems.MAX_PROBLEMS + 1);
    assertThat(result.problems().getLast().problem().found()).contains("more problems");
  }
}
