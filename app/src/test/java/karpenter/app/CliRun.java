package karpenter.app;

import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import karpenter.app.plan.PlanCommand;

/// What one run of the command line wrote and how it ended.
public record CliRun(int exitCode, String out, String err) {

  public static CliRun of(String... args) {
    return withInput("", args);
  }

  public static CliRun withInput(String stdin, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var plan = new PlanCommand(new ByteArrayInputStream(stdin.getBytes(StandardCharsets.UTF_8)));
    int code =
        Main.commandLine(plan)
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(args);
    return new CliRun(code, out.toString(), err.toString());
  }
}
