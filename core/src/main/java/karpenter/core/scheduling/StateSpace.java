package karpenter.core.scheduling;

import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;

/// The states of one template met in one solve. Mutable, owned by that solve.
final class StateSpace {
  final Template template;
  final State start;
  private final Set<String> wellKnown;
  private final Map<Requirements, State> states = new HashMap<>();
  private final Map<String, Map<ValueSet, long[]>> rowsMeeting = new HashMap<>();
  private final Map<String, TypeLabels> labels = new HashMap<>();

  private final Map<State, Listing> listings = new IdentityHashMap<>();

  StateSpace(Template template, Set<String> wellKnown) {
    this.template = template;
    this.wellKnown = wellKnown;
    labels.putAll(template.labels);
    this.start = stateOf(template.pool.requirements());
  }

  /// How claims in `state` list their types.
  Listing listing(State state) {
    return listings.computeIfAbsent(state, s -> new Listing(s, template));
  }

  /// Where `demand` leads from `state`: narrower, the same, or [State#IMPOSSIBLE].
  State step(State state, Demand demand) {
    State known = state.known(demand.id());
    if (known != null) return known;
    State found = work(state, demand.requirements());
    state.learn(demand.id(), found);
    return found;
  }

  private State work(State state, Requirements demanded) {
    if (!state.requirements.satisfies(demanded, wellKnown)) return State.IMPOSSIBLE;
    var joined = state.requirements;
    for (String key : demanded.keys()) {
      if (joined.has(key) || wellKnown.contains(key)) joined = joined.and(key, demanded.get(key));
    }
    if (joined.isContradictory()) return State.IMPOSSIBLE;
    return stateOf(joined);
  }

  State stateOf(Requirements requirements) {
    State known = states.get(requirements);
    if (known != null) return known;
    State added = build(requirements);
    states.put(requirements, added);
    return added;
  }

  private State build(Requirements requirements) {
    int count = template.rows.size();
    long[] onSale = Bits.none(count);
    double[] price = new double[count];
    Arrays.fill(price, Double.POSITIVE_INFINITY);
    for (int cell = 0; cell < template.cells.size(); cell++) {
      if (!requirements.satisfies(template.cells.get(cell), wellKnown)) continue;
      Bits.or(onSale, template.rowsOfCell[cell]);
      double[] there = template.priceOfCell[cell];
      for (int row = 0; row < count; row++) price[row] = Math.min(price[row], there[row]);
    }
    for (String key : requirements.keys()) Bits.and(onSale, meeting(key, requirements.get(key)));
    return new State(requirements, onSale, price);
  }

  /// The rows whose type does not contradict `set` on `key`.
  private long[] meeting(String key, ValueSet set) {
    return rowsMeeting
        .computeIfAbsent(key, _ -> new HashMap<>())
        .computeIfAbsent(set, wanted -> labelsOf(key).meeting(wanted));
  }

  private TypeLabels labelsOf(String key) {
    return labels.computeIfAbsent(key, k -> TypeLabels.of(k, template.rows));
  }
}
