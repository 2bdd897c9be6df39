package karpenter.bench.consolidation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import karpenter.bench.run.Median;
import karpenter.bench.run.ProcessContender;
import karpenter.bench.run.ReadingTurns;
import karpenter.bench.run.Upstream;
import org.jspecify.annotations.Nullable;

/// Asks all sides the same questions in turns, so that a busy machine burdens them alike:
/// 1. ours warm up within a fixed number of passes and seconds;
/// 2. the first command, three or five times each;
/// 3. verdicts on single nodes: upstream's sample in three parts, all of ours before each;
/// 4. reading, passes, changes, and the way to the fixed point.
final class ConsolidationTurns {
  /// Upstream's sample; smaller clusters are asked about whole.
  private static final int SAMPLED = 50;

  private static final int ASK_ALL_NODES = 100;
  private static final int TURNS = 5;
  private static final int SLOW_TURNS = 3;
  private static final double SLOW_SECONDS = 10;
  private static final int PARTS = 3;
  private static final int MAX_WARM_UPS = 100;
  private static final double WARM_UP_SECONDS = 15;

  private final List<ProcessContender> sides;
  private final Map<String, Asked> asked = new LinkedHashMap<>();
  private final int nodes;

  ConsolidationTurns(List<ProcessContender> sides, int nodes) {
    this.sides = sides;
    this.nodes = nodes;
    sides.forEach(side -> asked.put(side.name(), new Asked()));
  }

  /// What a side has answered.
  static final class Asked {
    private final List<Answers.Commands> firsts = new ArrayList<>();
    private final List<Double> secondsPerVerdict = new ArrayList<>();
    private final List<NodeVerdict> judged = new ArrayList<>();
    private final List<Double> passes = new ArrayList<>();
    private int verdicts;
    private int candidates;
    private long peakRssBytes;
    private @Nullable List<AfterChanges.Change> changes;
    private Answers.@Nullable Commands fixedPoint;
    private ReadingTurns.Figures reading = ReadingTurns.Figures.NONE;

    /// The answer of middling speed.
    Answers.Commands first() {
      var sorted =
          firsts.stream().sorted(Comparator.comparingDouble(Answers.Commands::seconds)).toList();
      return sorted.get(sorted.size() / 2);
    }

    double secondsPerVerdict() {
      return Median.of(secondsPerVerdict);
    }

    int verdicts() {
      return verdicts;
    }

    int candidates() {
      return candidates;
    }

    List<NodeVerdict> judged() {
      return judged;
    }

    @Nullable Double passSeconds() {
      return passes.isEmpty() ? null : Median.of(passes);
    }

    @Nullable List<AfterChanges.Change> changes() {
      return changes;
    }

    Answers.@Nullable Commands fixedPoint() {
      return fixedPoint;
    }

    ReadingTurns.Figures reading() {
      return reading;
    }

    long peakRssBytes() {
      return peakRssBytes;
    }
  }

  Map<String, Asked> run(int fixedPointSeconds, boolean toFixedPoint) throws IOException {
    warmUp();
    askFirst();
    askVerdicts();
    judgeTheSame();
    ReadingTurns.run(sides).forEach((side, reading) -> of(side).reading = reading);
    for (int turn = 0; turn < TURNS; turn++) {
      for (var side : ours()) {
        var pass = side.ask("pass", Answers.Pass.class);
        of(side.name()).passes.add(pass.seconds());
      }
    }
    for (var side : ours()) {
      var answer = side.ask("changes", Answers.Changes.class);
      of(side.name()).changes = answer.changes();
      of(side.name()).peakRssBytes = answer.peakRssBytes();
    }
    if (toFixedPoint) {
      for (var side : sides) {
        var answer = side.ask("fixed-point " + fixedPointSeconds, Answers.Commands.class);
        of(side.name()).fixedPoint = answer;
        of(side.name()).peakRssBytes = answer.peakRssBytes();
      }
    }
    return asked;
  }

  /// Only what both say of single nodes.
  Map<String, Asked> runVerdicts() throws IOException {
    askVerdicts();
    judgeTheSame();
    return asked;
  }

  private void warmUp() throws IOException {
    for (var side : ours()) {
      double spent = 0;
      for (int i = 0; i < MAX_WARM_UPS && spent < WARM_UP_SECONDS; i++) {
        spent += side.ask("pass", Answers.Pass.class).seconds();
      }
    }
  }

  private void askFirst() throws IOException {
    int turns = TURNS;
    for (int turn = 0; turn < turns; turn++) {
      for (var side : sides) {
        var answer = side.ask("first", Answers.Commands.class);
        of(side.name()).firsts.add(answer);
        if (answer.seconds() > SLOW_SECONDS) turns = SLOW_TURNS;
      }
    }
  }

  private void askVerdicts() throws IOException {
    int number = nodes <= ASK_ALL_NODES ? 0 : SAMPLED;
    for (int part = 0; part < PARTS; part++) {
      for (var side : sides) {
        var line = "verdicts %d %d %d".formatted(number, part, PARTS);
        var answer = side.ask(line, Answers.Verdicts.class);
        var own = of(side.name());
        own.secondsPerVerdict.add(answer.seconds() / Math.max(1, answer.verdicts()));
        own.candidates = answer.candidates();
        own.peakRssBytes = answer.peakRssBytes();
        var told = answer.nodes();
        if (told != null) own.judged.addAll(told);
        // Ours always speaks of all nodes, so its parts are the same question again.
        own.verdicts = told == null ? answer.verdicts() : own.judged.size();
      }
    }
  }

  /// Ours is asked about the nodes that upstream has judged; not timed.
  private void judgeTheSame() throws IOException {
    var upstream = asked.get(Upstream.NAME);
    if (upstream == null) {
      return;
    }
    var names = new TreeSet<String>();
    if (nodes > ASK_ALL_NODES) upstream.judged.forEach(verdict -> names.add(verdict.node()));
    var line = "judge " + String.join(" ", names);
    for (var side : ours()) {
      of(side.name()).judged.addAll(side.ask(line.strip(), Answers.Judgements.class).nodes());
    }
  }

  private List<ProcessContender> ours() {
    return sides.stream().filter(side -> !side.name().equals(Upstream.NAME)).toList();
  }

  private Asked of(String side) {
    var found = asked.get(side);
    if (found == null) {
      throw new IllegalStateException(side + " takes no part");
    }
    return found;
  }
}
