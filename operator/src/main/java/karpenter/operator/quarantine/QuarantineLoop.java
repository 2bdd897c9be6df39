package karpenter.operator.quarantine;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.ClusterState.Quarantined;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells of every object that cannot be understood: an event on it and a log line, once for each of
/// its versions. Which there are at the moment, the metric and `/statusz` say.
public final class QuarantineLoop implements Loop<Loop.Singleton> {
  public static final String REASON = "Quarantined";
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final Duration PERIOD = Duration.ofSeconds(10);

  private final LoopContext ctx;
  private Map<Subject, String> told = new HashMap<>();

  private record Subject(Resource resource, ObjectKey key) {}

  private QuarantineLoop(LoopContext ctx) {
    this.ctx = ctx;
  }

  public static List<LoopPlan<?>> loops(LoopContext ctx) {
    return List.of(LoopPlan.singleton(new QuarantineLoop(ctx), Pace.standard(1)));
  }

  @Override
  public String name() {
    return "quarantine";
  }

  @Override
  public Outcome reconcile(Singleton all) throws Unreachable, InterruptedException {
    var now = new HashMap<Subject, String>();
    for (var quarantined : ctx.state().quarantine()) {
      var object = new Subject(quarantined.resource(), quarantined.key());
      if (!quarantined.version().equals(told.get(object))) {
        tell(quarantined);
        told.put(object, quarantined.version());
      }
      now.put(object, quarantined.version());
    }
    for (var object : new HashSet<>(told.keySet())) {
      if (!now.containsKey(object)) {
        LOG.atInfo()
            .addKeyValue("kind", object.resource().kind())
            .addKeyValue("object", object.key())
            .log("the object can be understood again, or is gone");
      }
    }
    told = now;
    return Outcome.again(PERIOD);
  }

  @Override
  public Optional<Duration> rest(Singleton all) {
    return told.isEmpty() && ctx.state().quarantine().isEmpty()
        ? Optional.of(PERIOD)
        : Optional.empty();
  }

  private void tell(Quarantined quarantined) throws Unreachable, InterruptedException {
    LOG.atError()
        .addKeyValue("kind", quarantined.resource().kind())
        .addKeyValue("object", quarantined.key())
        .addKeyValue("error", quarantined.reason())
        .log("cannot understand the object and leave it out");
    var resource = quarantined.resource();
    var key = quarantined.key();
    // Its uid, without which nobody who describes the object would see the event.
    if (ctx.kube().get(resource, key) instanceof Answer.Done(var object)) {
      var about =
          new About(
              resource.apiVersion(),
              resource.kind(),
              key.namespace(),
              key.name(),
              object.at("/metadata/uid").asText());
      ctx.events()
          .tell(
              EventNote.warning(
                  about, REASON, "Karpenter leaves this object out: " + quarantined.reason()));
    }
  }
}
