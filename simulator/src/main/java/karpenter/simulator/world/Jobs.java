package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Pods until enough of them have succeeded.
public final class Jobs implements Controller {
  private final InMemoryKube kube;
  private final Changes changed;

  public Jobs(InMemoryKube kube) {
    this.kube = kube;
    this.changed = Changes.ofOwners(kube, Workloads.JOBS);
  }

  @Override
  public String name() {
    return "job";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(Workloads.JOBS)
        || (resource.equals(Resource.PODS)
            && Pods.controller(object)
                .filter(owner -> owner.path("kind").asText().equals("Job"))
                .isPresent());
  }

  @Override
  public Optional<Instant> step(Instant now) {
    for (var key : changed.take()) {
      kube.find(Workloads.JOBS, key)
          .filter(job -> !Metas.isTerminating(job))
          .ifPresent(job -> work(job, now));
    }
    return Optional.empty();
  }

  private void work(ObjectNode job, Instant now) {
    var pods = Workloads.podsOf(kube, job);
    int succeeded = (int) pods.stream().filter(pod -> Pods.phase(pod).equals("Succeeded")).count();
    int active = (int) pods.stream().filter(Workloads::isActive).count();
    int completions = job.path("spec").path("completions").asInt(1);
    int atOnce = Math.min(job.path("spec").path("parallelism").asInt(1), completions - succeeded);
    for (int i = active; i < atOnce; i++) {
      var pod = Workloads.pod(job);
      pod.withObjectProperty("metadata").put("generateName", Metas.name(job) + "-");
      if (!pod.path("spec").has("restartPolicy")) {
        pod.withObjectProperty("spec").put("restartPolicy", "Never");
      }
      kube.create(Resource.PODS, pod);
    }
    kube.edit(
        Workloads.JOBS,
        Metas.key(job),
        object -> {
          object.withObjectProperty("status").put("succeeded", succeeded).put("active", active);
          if (succeeded >= completions) {
            Conditions.set(object, "Complete", "True", "CompletionsReached", "", now);
          }
        });
  }
}
