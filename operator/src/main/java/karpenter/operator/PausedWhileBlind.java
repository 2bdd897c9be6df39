package karpenter.operator;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Blindness;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A loop that ends nodes of our own will. It does nothing while the watches it decides by are
/// interrupted, and looks at its keys again afterwards.
public final class PausedWhileBlind<K> implements Loop<K> {
  private static final Logger LOG = LoggerFactory.getLogger("controller");
  private static final Duration NEXT_LOOK = Duration.ofSeconds(5);

  private final LoopContext context;
  private final Loop<K> loop;
  private final AtomicBoolean isPaused = new AtomicBoolean();

  private PausedWhileBlind(LoopContext context, Loop<K> loop) {
    this.context = context;
    this.loop = loop;
  }

  public static <K> LoopPlan<K> of(LoopContext context, LoopPlan<K> plan) {
    return new LoopPlan<>(
        new PausedWhileBlind<>(context, plan.loop()), plan.pace(), plan.keys(), plan.atStart());
  }

  @Override
  public String name() {
    return loop.name();
  }

  @Override
  public void registered(WorkQueue<K> queue) {
    loop.registered(queue);
  }

  @Override
  public Outcome reconcile(K key) throws Unreachable, InterruptedException {
    var blindness = blindness();
    if (isPaused.getAndSet(blindness.isPresent()) != blindness.isPresent()) {
      LOG.atWarn()
          .addKeyValue("loop", loop.name())
          .addKeyValue("reason", blindness.orElse(""))
          .log(blindness.isPresent() ? "paused until the cluster is seen again" : "goes on");
    }
    return blindness.isPresent() ? Outcome.again(NEXT_LOOK) : loop.reconcile(key);
  }

  private Optional<String> blindness() {
    return Blindness.of(context.state(), context.clock().instant());
  }

  @Override
  public Optional<Duration> rest(K key) {
    return blindness().isPresent() || isPaused.get() ? Optional.empty() : loop.rest(key);
  }

  @Override
  public Optional<Outcome> foregone(K key) {
    return blindness().isPresent() || isPaused.get() ? Optional.empty() : loop.foregone(key);
  }
}
