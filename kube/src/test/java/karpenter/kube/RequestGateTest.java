package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import karpenter.kube.RequestGate.Priority;
import karpenter.operator.Fence;
import karpenter.operator.Unreachable;
import org.junit.jupiter.api.Test;

class RequestGateTest {
  private final AtomicLong ticks = new AtomicLong();

  @Test
  void the_more_urgent_goes_first_and_among_equals_the_one_that_came_first() throws Exception {
    var gate = new RequestGate(1000, 1000, 1, ticks::get, Fence.OPEN);
    gate.enter(Priority.ORDINARY);
    var order = Collections.synchronizedList(new ArrayList<String>());
    var done = new CountDownLatch(5);
    enterLater(gate, Priority.LEISURELY, "event", order, done);
    enterLater(gate, Priority.ORDINARY, "patch 1", order, done);
    enterLater(gate, Priority.URGENT, "eviction 1", order, done);
    enterLater(gate, Priority.ORDINARY, "patch 2", order, done);
    enterLater(gate, Priority.URGENT, "eviction 2", order, done);

    gate.leave();
    done.await();

    assertThat(order).containsExactly("eviction 1", "eviction 2", "patch 1", "patch 2", "event");
  }

  @Test
  void what_was_saved_up_passes_at_once_and_then_the_bucket_decides() throws Exception {
    var gate = new RequestGate(1, 3, 100, ticks::get, Fence.OPEN);
    for (int i = 0; i < 3; i++) {
      gate.enter(Priority.ORDINARY);
    }
    var order = Collections.synchronizedList(new ArrayList<String>());
    var done = new CountDownLatch(1);
    enterLater(gate, Priority.ORDINARY, "fourth", order, done);
    assertThat(order).isEmpty();

    ticks.set(1_000_000_000L);
    done.await();

    assertThat(order).containsExactly("fourth");
  }

  @Test
  void one_that_gives_up_does_not_hold_up_those_behind_it() throws Exception {
    var gate = new RequestGate(1000, 1000, 1, ticks::get, Fence.OPEN);
    gate.enter(Priority.ORDINARY);
    var order = Collections.synchronizedList(new ArrayList<String>());
    var done = new CountDownLatch(1);
    var first = enterLater(gate, Priority.URGENT, "gives up", order, new CountDownLatch(1));
    enterLater(gate, Priority.ORDINARY, "stays", order, done);

    first.interrupt();
    first.join();
    gate.leave();
    done.await();

    assertThat(order).containsExactly("stays");
  }

  @Test
  void nothing_passes_once_another_may_lead_not_even_what_waited_before() throws Exception {
    var mayAct = new AtomicBoolean(true);
    var gate = new RequestGate(1000, 1000, 1, ticks::get, mayAct::get);
    gate.enter(Priority.ORDINARY);
    var order = Collections.synchronizedList(new ArrayList<String>());
    var waiting = enterLater(gate, Priority.URGENT, "waited", order, new CountDownLatch(1));

    mayAct.set(false);
    gate.leave();
    waiting.join();

    assertThat(order).isEmpty();
    assertThatThrownBy(() -> gate.enter(Priority.ORDINARY)).isInstanceOf(Unreachable.class);
    mayAct.set(true);
    gate.enter(Priority.ORDINARY);
  }

  /// Returns once the thread stands in line.
  private static Thread enterLater(
      RequestGate gate, Priority priority, String name, List<String> order, CountDownLatch done)
      throws InterruptedException {
    int before = gate.waiting();
    var thread =
        Thread.startVirtualThread(
            () -> {
              try {
                gate.enter(priority);
                order.add(name);
                gate.leave();
                done.countDown();
              } catch (Unreachable | InterruptedException givenUp) {
                Thread.currentThread().interrupt();
              }
            });
    while (gate.waiting() == before) {
      Thread.sleep(1);
    }
    return thread;
  }
}
