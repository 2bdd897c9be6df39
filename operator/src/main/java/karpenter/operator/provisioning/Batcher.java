package karpenter.operator.provisioning;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import karpenter.core.facts.Kin;
import karpenter.operator.runtime.Loop.Singleton;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.settings.Settings;
import org.jspecify.annotations.Nullable;

/// Gathers what asks for a provisioning pass (spec 01 §4.2).
///
/// The first trigger opens a window. It closes when nothing new has come for the idle time, or when
/// it has been open for the longest time allowed; what has triggered it before does not keep it
/// open. Of pods of one kin the first opens it, and after that those keep it open that are created,
/// however long the scheduler takes to look at them all. A window that has closed stays due until a
/// pass is [#done], so no batch is ever lost. Safe to use from anywhere.
public final class Batcher {
  private final InstantSource clock;
  private final Duration idle;
  private final Duration longest;
  private final Set<String> seen = new HashSet<>();
  private final Set<Kin> kin = new HashSet<>();
  private @Nullable Window window;
  private boolean isDue;
  private @Nullable WorkQueue<Singleton> queue;

  private record Window(Instant opened, Instant lastNew) {}

  /// How long the window stays open.
  sealed interface Standing {
    /// Nobody asked for a pass.
    record Quiet() implements Standing {}

    record Open(Duration left) implements Standing {}

    /// A batch is complete, and waits to be planned.
    record Due() implements Standing {}
  }

  public Batcher(InstantSource clock, Settings settings) {
    this.clock = clock;
    this.idle = settings.batchIdleDuration();
    this.longest = settings.batchMaxDuration();
  }

  /// @param id what asks: the uid of a node or buffer, or of a pod without kin
  public void trigger(String id) {
    trigger(id, Optional.empty());
  }

  /// A pod waits for a node.
  void trigger(String id, Optional<Kin> family) {
    var now = clock.instant();
    WorkQueue<Singleton> wake = null;
    synchronized (this) {
      if (window == null) {
        window = new Window(now, now);
        seen.add(id);
        family.ifPresent(kin::add);
        wake = queue;
      } else if (family.map(kin::add).orElse(true) && seen.add(id)) {
        window = new Window(window.opened(), now);
      }
    }
    if (wake != null) {
      wake.add(Singleton.ALL);
    }
  }

  /// A pod was created; if one of its kin waits for a node, so will it.
  synchronized void join(String id, Kin family) {
    if (window != null && kin.contains(family) && seen.add(id)) {
      window = new Window(window.opened(), clock.instant());
    }
  }

  synchronized void wakes(WorkQueue<Singleton> provisioner) {
    queue = provisioner;
  }

  synchronized Standing standing() {
    var open = window;
    if (open != null) {
      var now = clock.instant();
      if (now.isBefore(open.lastNew())) {
        // The clock was set back: what is left must not grow by that.
        open = new Window(earlier(open.opened(), now), now);
        window = open;
      }
      var left =
          Duration.between(now, earlier(open.lastNew().plus(idle), open.opened().plus(longest)));
      if (left.isPositive()) {
        return isDue ? new Standing.Due() : new Standing.Open(left);
      }
      window = null;
      seen.clear();
      kin.clear();
      isDue = true;
    }
    return isDue ? new Standing.Due() : new Standing.Quiet();
  }

  /// The batch that was due has been planned.
  synchronized void done() {
    isDue = false;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
