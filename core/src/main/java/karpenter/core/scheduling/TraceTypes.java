package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.requirement.Conflict;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.TypeSurvey.Count;
import karpenter.core.scheduling.TypeSurvey.Miss;
import karpenter.core.scheduling.TypeSurvey.Shortage;
import org.jspecify.annotations.Nullable;

/// Puts the types of one pool to the row test and says of each what stands in its way.
final class TraceTypes {
  private static final Comparator<Miss> NEAREST_FIRST =
      Comparator.<Miss>comparingInt(miss -> miss.causes().size())
          .thenComparingDouble(Miss::shortfall)
          .thenComparing(Miss::type);

  private static final Comparator<Count> MOST_FIRST =
      Comparator.comparingInt(Count::types)
          .reversed()
          .thenComparing(count -> count.cause().toString());

  private final NodePool pool;
  private final @Nullable Template template;
  private final ResourceIndex resources;
  private final Set<String> wellKnown;
  private final Map<InstanceType, List<Integer>> rowsOfType = new IdentityHashMap<>();
  private final Map<Requirements, List<List<TypeRefusal>>> labelCauses = new HashMap<>();

  /// What is asked of a type.
  ///
  /// @param rows the rows in question; null for all, with those that never were rows counted too
  /// @param used what other pods on the node take
  /// @param limits per resource the largest capacity that may be bought; null for any
  record Question(
      Requirements requirements,
      long @Nullable [] rows,
      long[] used,
      long[] requests,
      List<HostPort> ports,
      long @Nullable [] limits) {}

  TraceTypes(
      NodePool pool, @Nullable Template template, ResourceIndex resources, Set<String> wellKnown) {
    this.pool = pool;
    this.template = template;
    this.resources = resources;
    this.wellKnown = wellKnown;
    if (template == null) return;
    for (int row = 0; row < template.rows.size(); row++) {
      rowsOfType.computeIfAbsent(template.rows.get(row).type(), _ -> new ArrayList<>()).add(row);
    }
  }

  TypeSurvey survey(Question question) {
    Map<TypeRefusal, Integer> counts = new LinkedHashMap<>();
    Miss nearest = null;
    int total = 0;
    int fitting = 0;
    for (InstanceType type : pool.types()) {
      Optional<Miss> found = nearestRow(type, question);
      if (found.isEmpty()) continue;
      total++;
      Miss miss = found.get();
      if (miss.causes().isEmpty()) {
        fitting++;
        continue;
      }
      counts.merge(miss.causes().getFirst(), 1, Integer::sum);
      if (nearest == null || NEAREST_FIRST.compare(miss, nearest) < 0) nearest = miss;
    }
    var sorted =
        counts.entrySet().stream()
            .map(entry -> new Count(entry.getKey(), entry.getValue()))
            .sorted(MOST_FIRST)
            .toList();
    return new TypeSurvey(
        total, fitting, sorted, fitting > 0 ? Optional.empty() : Optional.ofNullable(nearest));
  }

  /// The same, where types that pass but are not among `kept` were left out for a limit.
  TypeSurvey surveyOf(Question question, long[] kept) {
    TypeSurvey survey = survey(question);
    int keptTypes = 0;
    for (List<Integer> rows : rowsOfType.values()) {
      if (rows.stream().anyMatch(row -> Bits.get(kept, row))) keptTypes++;
    }
    if (survey.fitting() <= keptTypes) return survey;
    List<Count> counts = new ArrayList<>(survey.counts());
    counts.add(new Count(new TypeRefusal.LeftOutForLimit(), survey.fitting() - keptTypes));
    counts.sort(MOST_FIRST);
    return new TypeSurvey(survey.total(), keptTypes, counts, Optional.empty());
  }

  /// The rows that pass.
  long[] passing(Question question) {
    long[] passing = roomy(question);
    List<List<TypeRefusal>> causes = labelCauses(question.requirements());
    for (int row = Bits.first(passing); row >= 0; row = Bits.next(passing, row + 1)) {
      if (!causes.get(row).isEmpty()) Bits.clear(passing, row);
    }
    return passing;
  }

  /// The rows that pass, labels aside.
  long[] roomy(Question question) {
    if (template == null) return new long[0];
    long[] roomy = Bits.none(template.rows.size());
    long[] among = question.rows();
    for (int row = 0; row < template.rows.size(); row++) {
      if (among != null && !Bits.get(among, row)) continue;
      if (sizeCauses(row, question, shortages(row, question)).isEmpty()) Bits.set(roomy, row);
    }
    return roomy;
  }

  /// Per limited resource, how many types it keeps out that suit but for the pool's limits.
  Map<String, Integer> barredByLimitAlone(Question question) {
    Map<String, Integer> barred = new LinkedHashMap<>();
    for (InstanceType type : pool.types()) {
      var causes = nearestRow(type, question).map(Miss::causes).orElse(List.of());
      if (causes.isEmpty()) continue;
      if (causes.stream().allMatch(cause -> cause instanceof TypeRefusal.OverLimit)) {
        for (TypeRefusal cause : causes) {
          if (cause instanceof TypeRefusal.OverLimit(var name)) barred.merge(name, 1, Integer::sum);
        }
      }
    }
    return barred;
  }

  private Optional<Miss> nearestRow(InstanceType type, Question question) {
    List<Integer> rows = rowsOfType.get(type);
    if (rows == null) {
      return question.rows() != null
          ? Optional.empty()
          : Optional.of(new Miss(type.name(), List.of(whyNoRow(type)), List.of()));
    }
    Miss nearest = null;
    for (int row : rows) {
      long[] among = question.rows();
      if (among != null && !Bits.get(among, row)) continue;
      List<Shortage> shortages = shortages(row, question);
      List<TypeRefusal> causes = new ArrayList<>(labelCauses(question.requirements()).get(row));
      causes.addAll(sizeCauses(row, question, shortages));
      var miss = new Miss(type.name(), causes, shortages);
      if (nearest == null || NEAREST_FIRST.compare(miss, nearest) < 0) nearest = miss;
    }
    return Optional.ofNullable(nearest);
  }

  private TypeRefusal whyNoRow(InstanceType type) {
    for (String key : pool.requirements().keys()) {
      if (type.requirements().has(key)
          && !type.requirements().get(key).intersects(pool.requirements().get(key))) {
        return new TypeRefusal.PoolExcludes(key);
      }
    }
    List<Row> rows = Row.of(type);
    if (rows.isEmpty()) return new TypeRefusal.SoldOut();
    boolean isSold =
        rows.stream()
            .flatMap(row -> row.offerings().stream())
            .anyMatch(o -> pool.requirements().satisfies(o.requirements(), wellKnown));
    return isSold ? new TypeRefusal.NothingLeft() : new TypeRefusal.NotSoldToPool();
  }

  private List<List<TypeRefusal>> labelCauses(Requirements requirements) {
    return labelCauses.computeIfAbsent(
        requirements,
        wanted -> {
          if (template == null) return List.of();
          return template.rows.stream().map(row -> labelCauses(row, wanted)).toList();
        });
  }

  private List<TypeRefusal> labelCauses(Row row, Requirements wanted) {
    List<TypeRefusal> causes = new ArrayList<>();
    var type = row.type().requirements();
    for (String key : wanted.keys()) {
      ValueSet demanded = wanted.get(key);
      if (type.has(key) && !type.get(key).intersects(demanded)) {
        causes.add(new TypeRefusal.LabelExcludes(key, demanded));
      }
    }
    List<Conflict> fewest = null;
    for (Offering offering : row.offerings()) {
      if (wanted.satisfies(offering.requirements(), wellKnown)) return causes;
      var conflicts = wanted.conflicts(offering.requirements(), wellKnown);
      if (fewest == null || conflicts.size() < fewest.size()) fewest = conflicts;
    }
    Requirements missing = Requirements.none();
    for (Conflict conflict : fewest == null ? List.<Conflict>of() : fewest) {
      missing = missing.and(conflict.key(), wanted.get(conflict.key()));
    }
    // A type that carries its zone as a label too would be blamed twice for it.
    for (TypeRefusal cause : causes) {
      if (cause instanceof TypeRefusal.LabelExcludes(var key, _) && missing.has(key)) return causes;
    }
    causes.add(new TypeRefusal.NotOffered(missing));
    return causes;
  }

  private List<TypeRefusal> sizeCauses(int row, Question question, List<Shortage> shortages) {
    Template compiled = template;
    if (compiled == null) return List.of();
    List<TypeRefusal> causes = new ArrayList<>();
    for (Shortage shortage : shortages) {
      String name = shortage.resource();
      boolean lacks = compiled.rows.get(row).capacity().get(name) == 0;
      int id = resources.id(name);
      causes.add(
          lacks
              ? new TypeRefusal.Lacks(name)
              : new TypeRefusal.TooSmall(name, question.used()[id] + question.requests()[id]));
    }
    if (shortages.isEmpty() && !Bits.get(compiled.roomForDaemons, row)) {
      causes.add(new TypeRefusal.NothingLeft());
    }
    var daemonPorts = compiled.daemonsOfRow[row].hostPorts();
    for (HostPort port : question.ports()) {
      if (daemonPorts.stream().anyMatch(port::conflictsWith)) {
        causes.add(new TypeRefusal.DaemonPortConflict(port));
      }
    }
    long[] limits = question.limits();
    if (limits != null) {
      for (int r = 0; r < limits.length; r++) {
        if (compiled.capacity[r].amount(row) > limits[r]) {
          causes.add(new TypeRefusal.OverLimit(resources.name(r)));
        }
      }
    }
    return causes;
  }

  /// The worst first, so that a type is counted for what it lacks most.
  private List<Shortage> shortages(int row, Question question) {
    Template compiled = template;
    if (compiled == null) return List.of();
    List<Shortage> found = new ArrayList<>();
    for (int r = 0; r < question.requests().length; r++) {
      long asked = question.requests()[r];
      long needed = question.used()[r] + asked;
      long room = r < resources.known() ? compiled.room[r].amount(row) : 0;
      if (needed > 0 && needed > room) {
        found.add(new Shortage(resources.name(r), asked, room - question.used()[r]));
      }
    }
    if (found.size() > 1) {
      found.sort(
          Comparator.comparingDouble(Shortage::share)
              .reversed()
              .thenComparing(shortage -> shortage.resource().equals(Resources.PODS))
              .thenComparing(Shortage::resource));
    }
    return found;
  }
}
