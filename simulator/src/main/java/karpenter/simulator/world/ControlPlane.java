package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.runtime.Timeline;

/// The world's controllers, each woken by what concerns it a little later.
public final class ControlPlane {
  private static final Duration MOST_DELAY = Duration.ofMillis(40);

  private final Timeline timeline;
  private final SplittableRandom random;
  private final Kubelets kubelets;
  private final List<Desk> desks = new ArrayList<>();

  public ControlPlane(long seed, InMemoryKube kube, Timeline timeline) {
    this.timeline = timeline;
    this.random = new SplittableRandom(seed);
    this.kubelets = new Kubelets(kube);
    List.of(
            new Deployments(kube),
            new ReplicaSets(kube),
            new StatefulSets(kube),
            new DaemonSets(kube),
            new Jobs(kube),
            new CronJobs(kube),
            new Autoscalers(kube),
            new KubeScheduler(kube),
            kubelets,
            new NodeLifecycle(kube),
            new Evicting(kube),
            new ResourceClaims(kube),
            new DisruptionBudgets(kube),
            new GarbageCollector(kube))
        .forEach(controller -> desks.add(new Desk(controller)));
    desks.stream()
        .filter(desk -> desk.controller.equals(kubelets))
        .forEach(desk -> kubelets.onSilence(desk::wake));
    kube.onChange(new Bell());
    for (var name : List.of("default", "kube-system", "kube-public", "kube-node-lease")) {
      kube.create(Resource.NAMESPACES, namespace(name));
    }
  }

  public Kubelets kubelets() {
    return kubelets;
  }

  /// From now on nobody does this controller's work, as when its process is gone.
  public void halt(String controller) {
    desk(controller).halt();
  }

  /// It works again, and looks at what happened meanwhile.
  public void resume(String controller) {
    desk(controller).resume();
  }

  private Desk desk(String controller) {
    return desks.stream()
        .filter(desk -> desk.controller.name().equals(controller))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("there is no controller " + controller));
  }

  private static ObjectNode namespace(String name) {
    var namespace = JsonNodeFactory.instance.objectNode();
    namespace.putObject("metadata").put("name", name).putObject("labels");
    namespace
        .withObjectProperty("metadata")
        .withObjectProperty("labels")
        .put("kubernetes.io/metadata.name", name);
    return namespace;
  }

  private final class Bell implements InMemoryKube.Listener {
    @Override
    public void changed(Resource resource, ObjectNode object) {
      ring(resource, object, false);
    }

    @Override
    public void gone(Resource resource, ObjectNode object) {
      ring(resource, object, true);
    }

    private void ring(Resource resource, ObjectNode object, boolean isGone) {
      for (var desk : desks) {
        if (desk.controller.concerns(resource, object, isGone)) {
          desk.wake();
        }
      }
    }
  }

  /// A controller, and whether it is about to look.
  private final class Desk {
    private final Controller controller;
    private boolean isWoken;
    private boolean isHalted;
    private Optional<Instant> appointment = Optional.empty();

    Desk(Controller controller) {
      this.controller = controller;
    }

    void wake() {
      if (!isWoken) {
        isWoken = true;
        timeline.at(timeline.ticks() + random.nextLong(MOST_DELAY.toNanos()), this::look);
      }
    }

    void halt() {
      isHalted = true;
    }

    void resume() {
      isHalted = false;
      wake();
    }

    private void look() {
      isWoken = false;
      if (isHalted) {
        return;
      }
      var now = timeline.instant();
      appointment = controller.step(now);
      appointment.ifPresent(
          when ->
              timeline.after(
                  Duration.between(now, when),
                  () -> {
                    if (appointment.filter(when::equals).isPresent()) {
                      wake();
                    }
                  }));
    }
  }
}
