package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PodRequestsTest {
  private static String requests(String spec) {
    return Yaml.pod(spec).spec().requests().render();
  }

  @Test
  void containers_are_summed_and_a_pod_takes_one_slot() {
    var requests =
        requests(
            """
            containers:
            - {name: a, resources: {requests: {cpu: 500m, memory: 1Gi}}}
            - {name: b, resources: {requests: {cpu: 1, nvidia.com/gpu: 1}}}
            """);

    assertThat(requests).isEqualTo("cpu 1500m, memory 1Gi, nvidia.com/gpu 1, pods 1");
  }

  @Test
  void a_limit_without_request_is_the_request() {
    var requests =
        requests(
            """
            containers:
            - {name: a, resources: {limits: {cpu: 2, memory: 1Gi}, requests: {cpu: 1}}}
            """);

    assertThat(requests).isEqualTo("cpu 1, memory 1Gi, pods 1");
  }

  @Test
  void the_hungriest_init_container_counts_when_it_exceeds_the_run() {
    var requests =
        requests(
            """
            initContainers:
            - {name: i, resources: {requests: {cpu: 3, memory: 1Gi}}}
            - {name: j, resources: {requests: {cpu: 2, memory: 2Gi}}}
            containers:
            - {name: a, resources: {requests: {cpu: 1, memory: 4Gi}}}
            """);

    assertThat(requests).isEqualTo("cpu 3, memory 4Gi, pods 1");
  }

  @Test
  void a_sidecar_runs_beside_the_containers_and_the_init_containers_after_it() {
    var requests =
        requests(
            """
            initContainers:
            - {name: before, resources: {requests: {cpu: 4}}}
            - {name: sidecar, restartPolicy: Always, resources: {requests: {cpu: 1}}}
            - {name: after, resources: {requests: {cpu: 5}}}
            containers:
            - {name: a, resources: {requests: {cpu: 2}}}
            """);

    assertThat(requests).isEqualTo("cpu 6, pods 1");
  }

  @Test
  void what_the_pod_requests_as_a_whole_replaces_the_sum() {
    var requests =
        requests(
            """
            resources: {requests: {cpu: 5}, limits: {memory: 8Gi}}
            containers:
            - {name: a, resources: {requests: {cpu: 1, example.com/disk: 2}}}
            """);

    assertThat(requests).isEqualTo("cpu 5, example.com/disk 2, memory 8Gi, pods 1");
  }

  @Test
  void a_pod_limit_does_not_replace_what_containers_request() {
    var requests =
        requests(
            """
            resources: {limits: {cpu: 8}}
            containers:
            - {name: a, resources: {requests: {cpu: 1}}}
            """);

    assertThat(requests).isEqualTo("cpu 1, pods 1");
  }

  @Test
  void overhead_is_added_after_everything_else() {
    var requests =
        requests(
            """
            overhead: {cpu: 250m, memory: 120Mi}
            resources: {requests: {cpu: 1}}
            containers: [{name: a}]
            """);

    assertThat(requests).isEqualTo("cpu 1250m, memory 120Mi, pods 1");
  }

  @Test
  void while_a_container_shrinks_in_place_it_still_takes_what_it_was_granted() {
    var pod =
        Yaml.tree(
            """
            metadata: {name: p}
            spec: {containers: [{name: a, resources: {requests: {cpu: 1}}}]}
            status:
              containerStatuses:
              - {name: a, resources: {requests: {cpu: 2}}, allocatedResources: {cpu: 3}}
            """);

    assertThat(Yaml.read(pod).spec().requests().render()).isEqualTo("cpu 3, pods 1");
  }

  @Test
  void a_resize_that_cannot_be_done_does_not_count() {
    var pod =
        Yaml.tree(
            """
            metadata: {name: p}
            spec: {containers: [{name: a, resources: {requests: {cpu: 64}}}]}
            status:
              conditions: [{type: PodResizePending, status: "True", reason: Infeasible}]
              containerStatuses:
              - {name: a, resources: {requests: {cpu: 2}}, allocatedResources: {cpu: 2}}
            """);

    assertThat(Yaml.read(pod).spec().requests().render()).isEqualTo("cpu 2, pods 1");
  }

  @Test
  void negative_malformed_and_absurd_quantities_are_problems_at_their_field() {
    var read =
        Yaml.pod(
            """
            containers:
            - {name: a, resources: {requests: {cpu: -1, memory: 4GiB, example.com/x: 1e30}}}
            """);

    assertThat(read.paths())
        .containsExactly(
            "spec.containers[0].resources.requests.cpu",
            "spec.containers[0].resources.requests.memory",
            "spec.containers[0].resources.requests[\"example.com/x\"]");
  }
}
