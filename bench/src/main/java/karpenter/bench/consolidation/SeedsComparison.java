package karpenter.bench.consolidation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.check.CommandChecker;
import karpenter.bench.run.Ours;
import karpenter.bench.run.ProcessContender;
import karpenter.bench.run.Upstream;
import karpenter.bench.workload.Part;
import karpenter.bench.workload.WorkloadDirectory;
import org.jspecify.annotations.Nullable;

/// What both sides have saved when no command is left, on clusters of many seeds. Upstream's answer
/// is kept in the repository and used again ([KeptFixedPoints]).
public final class SeedsComparison {
  /// Upstream's limit of nodes in a command.
  static final int UPSTREAM_NODES_PER_COMMAND = 100;

  /// As in `bench/go/peer/go.mod`.
  static final String UPSTREAM_VERSION = "v1.14.1";

  private final Path repository;
  private final int seconds;
  private final int nodesPerCommand;
  private final double nodeCost;
  private final boolean withUpstream;
  private final KeptFixedPoints kept;

  /// @param seconds that a side may think on its way to the fixed point
  /// @param nodesPerCommand that ours may take together
  /// @param nodeCost what a node costs beside its price, for ours and in every comparison
  /// @param withUpstream whether upstream is run where its answer is not kept
  public SeedsComparison(
      Path repository, int seconds, int nodesPerCommand, double nodeCost, boolean withUpstream) {
    this.repository = repository;
    this.seconds = seconds;
    this.nodesPerCommand = nodesPerCommand;
    this.nodeCost = nodeCost;
    this.withUpstream = withUpstream;
    this.kept =
        new KeptFixedPoints(
            repository.resolve("bench/upstream-fixed-points.tsv"), UPSTREAM_VERSION);
  }

  /// One side at its fixed point.
  ///
  /// @param savings an hour, as the checker counts them
  /// @param complete whether no command is left, rather than no time
  /// @param nodes left
  /// @param disrupted nodes that went on the way, replacements that went again included
  /// @param evictions pods that had to leave a node, each time; null: not counted when it was kept
  public record Reached(
      double savings,
      int commands,
      int nodes,
      int disrupted,
      @Nullable Integer evictions,
      boolean complete,
      double seconds,
      List<String> faults) {
    Reached with(double changed) {
      return new Reached(changed, commands, nodes, disrupted, evictions, complete, seconds, faults);
    }
  }

  /// One cluster.
  ///
  /// @param limited ours with upstream's limit of nodes in a command
  /// @param upstream null: not run
  public record Row(
      long seed,
      Reached ours,
      @JsonProperty("ours_upstream_limit") Reached limited,
      @Nullable Reached upstream) {

    /// By how much ours saves more than upstream, in percent.
    static @Nullable Double percent(Reached ours, @Nullable Reached upstream) {
      return upstream == null || upstream.savings() == 0
          ? null
          : (ours.savings() / upstream.savings() - 1) * 100;
    }

    @JsonProperty("percent")
    @Nullable Double percent() {
      return percent(ours, upstream);
    }

    @JsonProperty("percent_upstream_limit")
    @Nullable Double limitedPercent() {
      return percent(limited, upstream);
    }
  }

  /// All clusters of a kind. Sums are over the seeds on which upstream was run, or over all where
  /// it was not run at all.
  ///
  /// @param compared how many seeds the sums are over
  /// @param worst the least of the percentages of ours and ours with upstream's limit
  public record Kind(
      String workload,
      int compared,
      double ours,
      @JsonProperty("ours_upstream_limit") double limited,
      double upstream,
      @Nullable Double worst,
      List<Row> rows) {

    public static Kind of(String workload, List<Row> rows) {
      var both = rows.stream().filter(row -> row.upstream() != null).toList();
      var summed = both.isEmpty() ? rows : both;
      double upstream = 0;
      Double worst = null;
      for (var row : both) {
        if (row.upstream() != null) upstream += row.upstream().savings();
        for (var percent : new Double[] {row.percent(), row.limitedPercent()})
          if (percent != null && (worst == null || percent < worst)) worst = percent;
      }
      return new Kind(
          workload,
          summed.size(),
          summed.stream().mapToDouble(row -> row.ours().savings()).sum(),
          summed.stream().mapToDouble(row -> row.limited().savings()).sum(),
          upstream,
          worst,
          List.copyOf(rows));
    }

    public boolean isSound() {
      return rows.stream()
          .allMatch(row -> row.ours().faults().isEmpty() && row.limited().faults().isEmpty());
    }
  }

  public Row of(long seed, Path directory) throws IOException {
    var ours = ours(directory, nodesPerCommand);
    var limited =
        nodesPerCommand == UPSTREAM_NODES_PER_COMMAND
            ? ours
            : ours(directory, UPSTREAM_NODES_PER_COMMAND);
    return new Row(seed, ours, limited, upstream(directory));
  }

  private Reached ours(Path directory, int limit) throws IOException {
    var command =
        Ours.command(
            Consolidate.class, directory, String.valueOf(limit), Double.toString(nodeCost));
    try (var side = ProcessContender.start(Ours.NAME, command)) {
      return reached(directory, side.ask("fixed-point " + seconds, JsonNode.class), nodeCost);
    }
  }

  private @Nullable Reached upstream(Path directory) throws IOException {
    var cluster = directory.getFileName().toString();
    var known = kept.find(cluster);
    if (known.isPresent()) {
      return withNodeCost(known.get(), directory);
    }
    if (!withUpstream) {
      return null;
    }
    var command = Upstream.command(repository, directory, "-consolidation");
    try (var side = ProcessContender.start(Upstream.NAME, command)) {
      // What is kept holds for any node cost, which upstream does not count.
      var reached = reached(directory, side.ask("fixed-point " + seconds, JsonNode.class), 0);
      kept.keep(cluster, reached);
      return withNodeCost(reached, directory);
    }
  }

  /// Fewer nodes save their node cost beside their prices.
  private Reached withNodeCost(Reached reached, Path directory) throws IOException {
    int gone = WorkloadDirectory.read(directory).part(Part.NODES).size() - reached.nodes();
    return reached.with(reached.savings() + nodeCost * gone);
  }

  private static Reached reached(Path directory, JsonNode answer, double nodeCost)
      throws IOException {
    var commands = answer.path("commands");
    var report = CommandChecker.check(directory, nodeCost, commands);
    int disrupted = 0;
    for (var command : commands) {
      disrupted += command.path("nodes").size();
    }
    var faults = new ArrayList<String>();
    report.faults().forEach(fault -> faults.add(fault.toString()));
    return new Reached(
        report.saving(),
        commands.size(),
        answer.path("nodes").asInt(),
        disrupted,
        report.evictions(),
        answer.path("complete").asBoolean(),
        answer.path("seconds").asDouble(),
        faults);
  }
}
