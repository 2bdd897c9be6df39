package karpenter.bench.document;

import java.util.Locale;
import java.util.regex.Pattern;

/// Where and when a command was run. Stands above each table.
///
/// @param commit of the code; with a plus if files were changed since
/// @param date of the day, as 2026-01-31
/// @param machine processor, cores and memory
/// @param loadBefore the load average of the minute before; commands follow one another, so it is
///   mostly that of the one before
/// @param othersDuring cores that other processes kept busy meanwhile, on average
/// @param seconds the command took
/// @param exitCode of the command
record Stamp(
    String command,
    String commit,
    String date,
    String machine,
    double loadBefore,
    double othersDuring,
    String jdk,
    String go,
    double seconds,
    int exitCode) {

  /// Cores that others may use of a machine that counts as being at rest.
  private static final double AT_REST = 0.1;

  static final Pattern FORM =
      Pattern.compile(
          "`[^`]+`: commit [0-9a-f]{7,}\\+?, \\d{4}-\\d\\d-\\d\\d, .+ \\(\\d+ cores, \\d+ GiB\\), "
              + "load average \\d+\\.\\d\\d before, \\d+\\.\\d\\d cores used by others meanwhile"
              + "( \\(\\*\\*not at rest\\*\\*\\))?, JDK .+, go.+, \\d+ s( \\(exit code \\d+\\))?\\.");

  String sentence() {
    return String.format(
        Locale.ROOT,
        "`%s`: commit %s, %s, %s, load average %.2f before, %.2f cores used by others meanwhile%s,"
            + " JDK %s, %s, %.0f s%s.",
        command,
        commit,
        date,
        machine,
        loadBefore,
        othersDuring,
        othersDuring > AT_REST ? " (**not at rest**)" : "",
        jdk,
        go,
        seconds,
        exitCode == 0 ? "" : " (exit code " + exitCode + ")");
  }
}
