package karpenter.app;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import karpenter.app.cluster.Clusters;
import karpenter.app.cluster.NoCluster;
import picocli.CommandLine;

/// What one run of the command line wrote and how it ended.
public record CliRun(int exitCode, String out, String err) {

  private static final Clusters NOWHERE =
      _ -> {
        throw new NoCluster("tests have no cluster");
      };

  /// All commands, where there is no cluster.
  static CommandLine commandLine(Map<String, String> environment, InputStream stdin) {
    return Main.commandLine(environment, NOWHERE, stdin);
  }

  public static CliRun of(String... args) {
    return withInput("", args);
  }

  public static CliRun withInput(String stdin, String... args) {
    return on(NOWHERE, stdin, args);
  }

  public static CliRun on(Clusters clusters, String stdin, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var input = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
    int code =
        Main.commandLine(Map.of(), clusters, input)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new CliRun(code, out.toString(), err.toString());
  }
}
