package karpenter.core.wire.control;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import karpenter.api.Problem;
import karpenter.core.disruption.Successor;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.disruption.control.ControlSet;
import karpenter.core.disruption.control.MinimumSaving;
import karpenter.core.disruption.control.Pause;
import karpenter.core.disruption.control.Payback;
import karpenter.core.disruption.control.Rate;
import karpenter.core.disruption.control.Rotation;
import karpenter.core.disruption.control.Scope;
import karpenter.core.disruption.control.SpotBreaker;
import karpenter.core.disruption.control.Tally;
import karpenter.core.disruption.control.Window;
import karpenter.core.facts.CommandRecord;
import karpenter.core.statics.StaticNames;

/// Reads the controls from an object's annotations. Every annotation is looked at, so that all that
/// is wrong is told at once.
public final class ControlReader {
  /// Money an hour; no node costs as much.
  private static final double MAX_MONEY = 1_000_000;

  private static final Duration YEAR = Duration.ofDays(366);
  private static final int MAX_NODES = 100_000;

  /// What the operator notes on claims and nodes, under the same prefix.
  private static final Set<String> RECORDS =
      Set.of(
          StaticNames.FROM,
          Successor.CAME_BY,
          Successor.DEMAND_THEN,
          CommandRecord.ID,
          CommandRecord.METHOD,
          CommandRecord.CANDIDATES,
          CommandRecord.REPLACEMENTS,
          CommandRecord.STARTED,
          ControlKeys.PREFIX + "claim-uid");

  private final SortedMap<String, String> annotations;
  private final Scope scope;
  private final LinkedHashSet<Problem> problems = new LinkedHashSet<>();

  private ControlReader(Scope scope, SortedMap<String, String> annotations) {
    this.scope = scope;
    this.annotations = annotations;
  }

  /// @param problems the same that the set tells as sentences
  public record Answer(ControlSet set, List<Problem> problems) {}

  /// Whether there is anything to read: asked of every node, where there hardly ever is.
  public static boolean concerns(SortedMap<String, String> annotations) {
    var ours = annotations.tailMap(ControlKeys.PREFIX);
    return !ours.isEmpty() && ours.firstKey().startsWith(ControlKeys.PREFIX);
  }

  /// Whether any of it is a control, or may be meant as one. What we write down ourselves is none,
  /// and most nodes have nothing else.
  public static boolean mayControl(SortedMap<String, String> annotations) {
    for (var key : annotations.tailMap(ControlKeys.PREFIX).keySet()) {
      if (!key.startsWith(ControlKeys.PREFIX)) {
        return false;
      }
      if (!RECORDS.contains(key) && (ControlKeys.ALL.contains(key) || meant(key).isPresent())) {
        return true;
      }
    }
    return false;
  }

  /// The control whose name this may be a slip for.
  private static Optional<String> meant(String key) {
    return ControlKeys.ALL.stream().filter(known -> Spelling.isNear(key, known)).findFirst();
  }

  public static Answer read(Scope scope, SortedMap<String, String> annotations) {
    return concerns(annotations)
        ? new ControlReader(scope, annotations).read()
        : new Answer(ControlSet.none(scope), List.of());
  }

  private Answer read() {
    strangers();
    readNodeCost();
    var set =
        new ControlSet(
            scope,
            get(ControlKeys.MIN_SAVING, this::minimumSaving),
            get(ControlKeys.PAYBACK, this::payback),
            windows(ControlKeys.ALLOW_WINDOWS),
            windows(ControlKeys.DENY_WINDOWS),
            get(ControlKeys.RATE, this::rate),
            get(ControlKeys.PAUSE, this::pause),
            get(ControlKeys.DRIFT, DriftReader::read),
            get(ControlKeys.SPOT_BREAKER, this::spotBreaker),
            get(ControlKeys.ROTATE, this::rotation),
            get(ControlKeys.SPLIT, this::split),
            evictionPrice(),
            List.of());
    // Only now are the problems of all of them known.
    var told = problems.stream().map(Problem::sentence).toList();
    return new Answer(set.withProblems(told), List.copyOf(problems));
  }

  /// The cost itself is read where pools are; here only what is wrong with it is told.
  private void readNodeCost() {
    if (scope.level() == Scope.Level.POOL) {
      NodeCostReader.read(annotations, problems::add);
    }
  }

  /// A control whose name is misspelt would silently not be there.
  private void strangers() {
    for (var key : annotations.tailMap(ControlKeys.PREFIX).keySet()) {
      if (!key.startsWith(ControlKeys.PREFIX)) {
        return;
      }
      if (scope.level() != Scope.Level.POOL && ControlKeys.ON_POOLS_ONLY.contains(key)) {
        problems.add(
            Problem.at(path(key))
                .found("it on a " + (scope.level() == Scope.Level.NODE ? "node" : "Namespace"))
                .expected("it on a NodePool"));
      } else if (scope.level() == Scope.Level.NODE && ControlKeys.NOT_ON_NODES.contains(key)) {
        problems.add(
            Problem.at(path(key))
                .found("it on a node")
                .expected("it on a NodePool or the Namespace"));
      } else if (!ControlKeys.ALL.contains(key)) {
        meant(key)
            .ifPresent(
                known ->
                    problems.add(
                        Problem.at(path(key))
                            .found("an unknown control")
                            .expected("did you mean " + known + "?")));
      }
    }
  }

  static String path(String key) {
    return "metadata.annotations[" + key + "]";
  }

  private <T> Optional<T> get(String key, Function<Value, Optional<T>> reader) {
    var text = annotations.get(key);
    return text == null
        ? Optional.empty()
        : reader.apply(new Value(path(key), text.strip(), problems::add));
  }

  private List<Window> windows(String key) {
    return get(key, value -> Optional.of(WindowReader.read(value))).orElse(List.of());
  }

  /// As in `0.05`, `10%` or `0.05, 10%`.
  private Optional<MinimumSaving> minimumSaving(Value value) {
    var expected = "money an hour such as 0.05, a share of the price such as 10%, or both";
    var perHour = OptionalDouble.empty();
    var percent = OptionalDouble.empty();
    for (var part : value.text().split(",", -1)) {
      var word = value.part(part);
      boolean isShare = word.text().endsWith("%");
      if (isShare ? percent.isPresent() : perHour.isPresent()) {
        return value.refuse(expected);
      }
      var amount =
          isShare
              ? value.part(word.text().replace("%", "")).amount(100, expected)
              : word.amount(MAX_MONEY, expected);
      if (amount.isEmpty()) {
        return Optional.empty();
      }
      if (isShare) {
        percent = OptionalDouble.of(amount.get());
      } else {
        perHour = OptionalDouble.of(amount.get());
      }
    }
    return Optional.of(new MinimumSaving(perHour, percent));
  }

  private OptionalDouble evictionPrice() {
    var price =
        get(
            ControlKeys.EVICTION_PRICE,
            value -> value.amountOrNothing(MAX_MONEY, "dollars, 0 or more, such as 0.02"));
    return price.isPresent() ? OptionalDouble.of(price.get()) : OptionalDouble.empty();
  }

  private Optional<Payback> payback(Value value) {
    return Fields.of(value, List.of("within", "per-pod"))
        .flatMap(
            fields -> {
              var within = fields.get("within").duration(YEAR);
              var perPod = fields.get("per-pod").amount(MAX_MONEY, "money such as 0.01");
              return within.isPresent() && perPod.isPresent()
                  ? Optional.of(new Payback(within.get(), perPod.get()))
                  : Optional.empty();
            });
  }

  /// As in `5/1h`.
  private Optional<Rate> rate(Value value) {
    var halves = value.text().split("/", -1);
    if (halves.length != 2) {
      return value.refuse("a number of nodes and a duration, such as 5/1h");
    }
    var nodes =
        value.part(halves[0]).count(0, MAX_NODES, "a number of nodes, in a rate such as 5/1h");
    var per = value.part(halves[1]).duration(Tally.REACH);
    return nodes.isPresent() && per.isPresent()
        ? Optional.of(new Rate(nodes.get(), per.get()))
        : Optional.empty();
  }

  private Optional<Pause> pause(Value value) {
    return Fields.of(value, List.of("until", "by", "reason"))
        .flatMap(
            fields -> {
              var until = fields.get("until").moment();
              var by = fields.get("by").word("who pauses it");
              var reason = fields.get("reason").word("why it is paused");
              return until.isPresent() && by.isPresent() && reason.isPresent()
                  ? Optional.of(new Pause(until.get(), by.get(), reason.get()))
                  : Optional.empty();
            });
  }

  private Optional<SpotBreaker> spotBreaker(Value value) {
    return Fields.of(value, List.of("interruptions", "within", "on-demand", "return"))
        .flatMap(
            fields -> {
              var count =
                  fields.get("interruptions").count(1, MAX_NODES, "a number of nodes above zero");
              var within = fields.get("within").duration(Duration.ofHours(12));
              var onDemand = fields.get("on-demand").duration(Duration.ofHours(24));
              var returning = fields.get("return").duration(Duration.ofHours(12));
              return count.isPresent()
                      && within.isPresent()
                      && onDemand.isPresent()
                      && returning.isPresent()
                  ? Optional.of(
                      new SpotBreaker(count.get(), within.get(), onDemand.get(), returning.get()))
                  : Optional.empty();
            });
  }

  /// As a moment alone, or with who asked for it.
  private Optional<Rotation> rotation(Value value) {
    if (!value.text().contains("=")) {
      return value.moment().map(before -> new Rotation(before, "", ""));
    }
    return Fields.of(value, List.of("before", "by", "reason"))
        .flatMap(
            fields ->
                fields
                    .get("before")
                    .moment()
                    .map(
                        before ->
                            new Rotation(
                                before, fields.get("by").text(), fields.get("reason").text())));
  }

  private Optional<Boolean> split(Value value) {
    return switch (value.text()) {
      case "allow" -> Optional.of(true);
      case "deny" -> Optional.of(false);
      default -> value.refuse("allow or deny");
    };
  }
}
