package karpenter.app;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import karpenter.app.cluster.Clusters;
import karpenter.app.cluster.NoCluster;
import karpenter.app.crds.CrdsCommand;
import karpenter.app.plan.PlanCommand;
import karpenter.app.run.RunCommand;

/// What one run of the command line wrote and how it ended.
public record CliRun(int exitCode, String out, String err) {

  private static final Clusters NOWHERE =
      _ -> {
        throw new NoCluster("tests have no cluster");
      };

  public static CliRun of(String... args) {
    return withInput("", args);
  }

  public static CliRun withInput(String stdin, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var input = new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8));
    int code =
        Main.commandLine(
                new PlanCommand(input), new RunCommand(Map.of()), new CrdsCommand(NOWHERE), input)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new CliRun(code, out.toString(), err.toString());
  }
}
