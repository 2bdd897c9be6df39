package karpenter.bench.consolidation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import karpenter.bench.consolidation.SeedsComparison.Reached;

/// Upstream's fixed points by version, cluster and seed, in a file of the repository. One takes
/// minutes, and no two runs are the same, so the first that was completed is the one that counts.
/// Clusters are functions of name and seed; when their bytes change, the file is to be deleted.
final class KeptFixedPoints {
  private static final String HEADER =
      "version\tcluster\tsavings\tcommands\tnodes\tdisrupted\tseconds\tfaults\tevictions";
  private static final int COLUMNS = 9;
  private static final String UNKNOWN = "-";

  private final Path file;
  private final String version;

  /// @param version of upstream
  KeptFixedPoints(Path file, String version) {
    this.file = file;
    this.version = version;
  }

  /// @param cluster the name of its directory, seed included
  Optional<Reached> find(String cluster) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    for (var line : Files.readAllLines(file)) {
      var fields = List.of(line.split("\t", -1));
      if (fields.size() == COLUMNS
          && fields.get(0).equals(version)
          && fields.get(1).equals(cluster)) {
        return Optional.of(read(fields));
      }
    }
    return Optional.empty();
  }

  private static Reached read(List<String> fields) {
    var faults = fields.get(7);
    var evictions = fields.get(8);
    return new Reached(
        Double.parseDouble(fields.get(2)),
        Integer.parseInt(fields.get(3)),
        Integer.parseInt(fields.get(4)),
        Integer.parseInt(fields.get(5)),
        evictions.equals(UNKNOWN) ? null : Integer.valueOf(evictions),
        true,
        Double.parseDouble(fields.get(6)),
        faults.equals("-") ? List.of() : List.of(faults.split("; ")));
  }

  /// One that time broke off is not kept: the next run may get further.
  void keep(String cluster, Reached reached) throws IOException {
    if (!reached.complete()) {
      return;
    }
    if (!Files.exists(file)) {
      Files.writeString(file, HEADER + "\n");
    }
    var faults = String.join("; ", reached.faults()).replace('\t', ' ').replace('\n', ' ');
    Files.writeString(
        file,
        String.format(
            Locale.ROOT,
            "%s\t%s\t%.6f\t%d\t%d\t%d\t%.0f\t%s\t%s%n",
            version,
            cluster,
            reached.savings(),
            reached.commands(),
            reached.nodes(),
            reached.disrupted(),
            reached.seconds(),
            faults.isEmpty() ? "-" : faults,
            reached.evictions() == null ? UNKNOWN : reached.evictions()),
        StandardOpenOption.APPEND);
  }
}
