package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Refusal.LimitReached;

/// What a pool may still buy once its planned nodes have made all the room they can
/// (docs/scheduling.md, section 6).
final class TraceLimits {
  private final Template template;
  private final ResourceIndex resources;
  private final Resources limits;
  private Resources used = Resources.none();

  TraceLimits(Run run, int index, Template template) {
    this.template = template;
    this.resources = run.batch.catalogue.resources;
    this.limits = template.pool.limits().orElse(Resources.none());
    Optional<String> name = Optional.of(template.pool.name());
    for (var node : run.batch.problem.nodes()) {
      if (node.pool().equals(name)) charge(node.capacity());
    }
    for (Draft draft : run.drafts) {
      if (draft.template == index)
        charge(template.rows.get(draft.cheapestRow(run.reservations)).capacity());
    }
  }

  private void charge(Resources capacity) {
    Resources counted = Resources.none();
    for (String name : limits.names()) {
      long amount = name.equals(Resources.NODES) ? 1 : capacity.get(name);
      counted = counted.with(name, amount);
    }
    used = used.plus(counted);
  }

  /// Per known resource the largest capacity that may be bought.
  long[] mostPerNode() {
    long[] most = new long[resources.known()];
    Arrays.fill(most, Long.MAX_VALUE);
    for (String name : limits.names()) {
      int id = resources.id(name);
      if (id >= 0 && id < most.length) most[id] = limits.get(name) - used.get(name);
    }
    return most;
  }

  /// Limits under which nothing at all may be bought.
  List<Refusal> closed() {
    List<Refusal> reached = new ArrayList<>();
    for (String name : limits.names()) {
      boolean isClosed =
          name.equals(Resources.NODES)
              ? used.get(name) >= limits.get(name)
              : resources.id(name) < 0 && used.get(name) > limits.get(name);
      if (isClosed) reached.add(reached(name, template.pool.types().size()));
    }
    return reached;
  }

  LimitReached reached(String resource, int barred) {
    return new LimitReached(
        template.pool.name(), resource, limits.get(resource), used.get(resource), barred);
  }
}
