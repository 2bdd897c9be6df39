package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.Cron;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// A Job whenever a CronJob's schedule says so. Of hits that were missed, because it was suspended
/// or another Job forbade it, only the last is made up for.
public final class CronJobs implements Controller {
  static final Resource CRON_JOBS = new Resource("batch", "v1", "cronjobs", "CronJob", true);

  private static final int KEPT = 3;
  private static final String ACTIVE_FORBIDS = "Forbid";
  private static final String REPLACES_ACTIVE = "Replace";
  private static final Comparator<ObjectNode> OLDEST_FIRST =
      Comparator.<ObjectNode, String>comparing(
              job -> job.path("metadata").path("creationTimestamp").asText())
          .thenComparing(Metas::name);

  private final InMemoryKube kube;

  public CronJobs(InMemoryKube kube) {
    this.kube = kube;
  }

  @Override
  public String name() {
    return "cronjob";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return resource.equals(CRON_JOBS)
        || (resource.equals(Workloads.JOBS) && Pods.controller(object).isPresent());
  }

  @Override
  public Optional<Instant> step(Instant now) {
    var next = new ArrayList<Instant>();
    for (var cron : kube.view(CRON_JOBS)) {
      if (!Metas.isTerminating(cron) && !cron.path("spec").path("suspend").asBoolean()) {
        next.add(follow(cron, now));
        tidy(cron);
      }
    }
    return next.stream().min(Instant::compareTo);
  }

  /// @return when it is due next
  private Instant follow(ObjectNode cron, Instant now) {
    var schedule = schedule(cron);
    var zone = ZoneId.of(cron.path("spec").path("timeZone").asText("UTC"));
    var last = cron.path("status").path("lastScheduleTime").asText(created(cron));
    var hit = schedule.next(Instant.parse(last), zone);
    if (hit.isAfter(now)) {
      return hit;
    }
    var next = schedule.next(hit, zone);
    while (!next.isAfter(now)) {
      hit = next;
      next = schedule.next(hit, zone);
    }
    begin(cron, hit);
    return next;
  }

  private static String created(ObjectNode cron) {
    return cron.path("metadata").path("creationTimestamp").asText();
  }

  private static Cron schedule(ObjectNode cron) {
    var text = cron.path("spec").path("schedule").asText();
    try {
      return Cron.parse(text);
    } catch (Cron.Unreadable unreadable) {
      throw new IllegalStateException(
          "%s: %s".formatted(Metas.key(cron), unreadable.sentence()), unreadable);
    }
  }

  private void begin(ObjectNode cron, Instant hit) {
    var active =
        kube.ownedBy(Metas.uid(cron), Workloads.JOBS).stream()
            .filter(job -> !hasEnded(job))
            .toList();
    var policy = cron.path("spec").path("concurrencyPolicy").asText();
    if (!active.isEmpty() && policy.equals(ACTIVE_FORBIDS)) {
      // Tried again when that one has ended.
      return;
    }
    if (policy.equals(REPLACES_ACTIVE)) {
      active.forEach(this::delete);
    }
    kube.create(Workloads.JOBS, job(cron, hit));
    kube.edit(
        CRON_JOBS,
        Metas.key(cron),
        done -> done.withObjectProperty("status").put("lastScheduleTime", Conditions.text(hit)));
  }

  private static ObjectNode job(ObjectNode cron, Instant hit) {
    long minute = Duration.between(Instant.EPOCH, hit).toMinutes();
    var job =
        JsonNodeFactory.instance.objectNode().put("apiVersion", "batch/v1").put("kind", "Job");
    var metadata = job.putObject("metadata");
    metadata.put("name", Metas.name(cron) + "-" + minute).put("namespace", Metas.namespace(cron));
    for (var part : List.of("labels", "annotations")) {
      var given = cron.path("spec").path("jobTemplate").path("metadata").path(part);
      if (!given.isMissingNode()) {
        metadata.set(part, given.deepCopy());
      }
    }
    job.set("spec", cron.path("spec").path("jobTemplate").path("spec").deepCopy());
    Workloads.own(job, cron);
    return job;
  }

  /// The last few that have ended are kept.
  private void tidy(ObjectNode cron) {
    var ended = new ArrayList<>(kube.ownedBy(Metas.uid(cron), Workloads.JOBS));
    ended.removeIf(job -> !hasEnded(job));
    ended.sort(OLDEST_FIRST);
    int kept = cron.path("spec").path("successfulJobsHistoryLimit").asInt(KEPT);
    ended.stream().limit(Math.max(0, ended.size() - kept)).forEach(this::delete);
  }

  private void delete(ObjectNode job) {
    kube.delete(Workloads.JOBS, Metas.key(job), Deletion.of(Metas.uid(job)));
  }

  private static boolean hasEnded(ObjectNode job) {
    return Pods.condition(job, "Complete").path("status").asText().equals("True");
  }
}
