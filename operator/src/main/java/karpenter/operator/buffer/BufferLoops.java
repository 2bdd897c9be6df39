package karpenter.operator.buffer;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.operator.LoopContext;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;

/// The loops on capacity buffers; none while the gate is off.
public final class BufferLoops {
  private static final int WORKERS = 10;

  private BufferLoops() {}

  /// @param trigger asks for a provisioning pass on behalf of an object's uid
  public static List<LoopPlan<?>> loops(
      LoopContext context, VirtualPods virtualPods, Consumer<String> trigger) {
    if (!context.settings().featureGates().capacityBuffer()) {
      return List.of();
    }
    var loop = new BufferLoop(context, virtualPods, trigger);
    return List.of(LoopPlan.of(loop, Pace.standard(WORKERS), change -> keys(context, change)));
  }

  static List<ObjectKey> keys(LoopContext context, Change change) {
    if (change.concerns(Kind.CAPACITY_BUFFERS)) {
      return isOnlyStatus(change) ? List.of() : List.of(change.key());
    }
    if (change.concerns(Kind.POD_TEMPLATES)) {
      return context.state().snapshot().all(Kind.CAPACITY_BUFFERS).stream()
          .filter(buffer -> uses(buffer, change.key()))
          .map(buffer -> ObjectKey.of(change.key().namespace(), name(buffer)))
          .toList();
    }
    return List.of();
  }

  /// Mostly what we wrote ourselves.
  private static boolean isOnlyStatus(Change change) {
    var before = change.before(Kind.CAPACITY_BUFFERS).map(BufferLoops::generation);
    var after = change.after(Kind.CAPACITY_BUFFERS).map(BufferLoops::generation);
    return before.isPresent() && before.equals(after);
  }

  private static Optional<Long> generation(CapacityBuffer buffer) {
    return Optional.ofNullable(buffer.metadata().generation());
  }

  private static boolean uses(CapacityBuffer buffer, ObjectKey template) {
    var ref = buffer.spec().podTemplateRef();
    return ref != null
        && ref.name().equals(template.name())
        && template.namespace().equals(buffer.metadata().namespace());
  }

  private static String name(CapacityBuffer buffer) {
    return String.valueOf(buffer.metadata().name());
  }
}
