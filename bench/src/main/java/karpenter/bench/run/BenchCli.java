package karpenter.bench.run;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import karpenter.bench.consolidation.ConsolidationMeasurement;
import karpenter.bench.consolidation.ConsolidationTable;
import karpenter.bench.consolidation.SeedsComparison;
import karpenter.bench.consolidation.SeedsTable;
import karpenter.bench.workload.BuiltIn;
import karpenter.bench.workload.Sources;
import karpenter.bench.workload.WorkloadDirectory;

/// The command behind `bench/run`. Results are printed and written as they come, so that an
/// interrupted run keeps what it has. Exit code 1: a workload could not be measured or ours has a
/// fault; 2: usage.
public final class BenchCli {

  private static final ObjectMapper JSON = new ObjectMapper();

  private BenchCli() {}

  public static void main(String[] words) throws IOException {
    Arguments arguments;
    try {
      arguments = Arguments.parse(words);
    } catch (Arguments.Refused refused) {
      System.err.println(refused.getMessage());
      System.exit(2);
      return;
    }
    System.exit(run(arguments, Path.of("").toAbsolutePath()) ? 0 : 1);
  }

  private static boolean run(Arguments arguments, Path repository) throws IOException {
    return arguments.seeds().isEmpty()
        ? runEach(arguments, repository)
        : runSeeds(arguments, repository);
  }

  /// Many clusters of a kind, compared by what was saved at the fixed point.
  private static boolean runSeeds(Arguments arguments, Path repository) throws IOException {
    var comparison =
        new SeedsComparison(
            repository,
            arguments.fixedPointSeconds(),
            arguments.nodesPerCommand(),
            arguments.nodeCost(),
            arguments.sides().contains(Upstream.NAME));
    List<SeedsComparison.Kind> kinds = new ArrayList<>();
    for (var target : arguments.targets()) {
      System.out.println(SeedsTable.header(arguments.nodesPerCommand()));
      List<SeedsComparison.Row> rows = new ArrayList<>();
      for (long seed : arguments.seeds()) {
        var row = comparison.of(seed, directory(target, seed, arguments, repository));
        System.out.println(SeedsTable.row(target, row));
        rows.add(row);
      }
      var kind = SeedsComparison.Kind.of(target, rows);
      System.out.println(SeedsTable.sum(kind));
      kinds.add(kind);
      if (arguments.json().isPresent()) {
        var text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(kinds);
        Files.writeString(fromCaller(arguments.json().get()), text + "\n");
      }
    }
    return kinds.stream().allMatch(SeedsComparison.Kind::isSound);
  }

  private static boolean runEach(Arguments arguments, Path repository) throws IOException {
    var measurement = new Measurement(repository, arguments.nodeCost());
    var consolidation =
        new ConsolidationMeasurement(
            repository,
            arguments.fixedPointSeconds(),
            arguments.nodesPerCommand(),
            arguments.nodeCost());
    List<Object> done = new ArrayList<>();
    List<Comparison> placed = new ArrayList<>();
    boolean sound = true;
    String header = "";
    for (var target : arguments.targets()) {
      Path directory;
      try {
        directory = directory(target, arguments.seed(), arguments, repository);
      } catch (IOException e) {
        System.err.println(target + " is skipped: " + e.getMessage());
        sound = false;
        continue;
      }
      try {
        boolean asksWhatCanGo = WorkloadDirectory.read(directory).asksWhatCanGo();
        var nextHeader = asksWhatCanGo ? ConsolidationTable.header() : Table.header();
        if (!nextHeader.equals(header)) {
          System.out.println(nextHeader);
          header = nextHeader;
        }
        if (asksWhatCanGo) {
          var comparison = consolidation.of(directory, arguments.sides());
          ConsolidationTable.rows(comparison).forEach(System.out::println);
          done.add(comparison);
          sound &= comparison.isSound();
        } else {
          var comparison = measurement.of(directory, arguments.sides(), arguments.iterations());
          Table.rows(comparison).forEach(System.out::println);
          done.add(comparison);
          placed.add(comparison);
          sound &= isSound(comparison);
        }
      } catch (IOException e) {
        System.err.println(target + ": " + e.getMessage());
        sound = false;
      }
      if (arguments.json().isPresent()) {
        var text = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(done);
        Files.writeString(fromCaller(arguments.json().get()), text + "\n");
      }
    }
    Growth.sentences(placed).forEach(System.out::println);
    return sound;
  }

  private static boolean isSound(Comparison comparison) {
    var ours = comparison.ours();
    return ours == null || ours.faults().isEmpty();
  }

  private static Path directory(String target, long seed, Arguments arguments, Path repository)
      throws IOException {
    if (!BuiltIn.has(target)) {
      return fromCaller(Path.of(target));
    }
    var usual = Sources.from(System.getenv(), repository);
    var sources =
        new Sources(
            usual.upstreamModule(),
            arguments.traces().map(BenchCli::fromCaller).orElse(usual.traces()));
    return BuiltIn.directory(target, seed, sources, repository.resolve("bench/work"));
  }

  /// The script changes to the repository; paths on its command line are meant from where it was
  /// called.
  private static Path fromCaller(Path path) {
    return Path.of(System.getProperty("bench.invoked.from", "")).resolve(path).normalize();
  }
}
