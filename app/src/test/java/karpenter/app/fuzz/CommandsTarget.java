package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.app.CliRun;
import karpenter.app.ExitCode;

/// Whole commands on manifests: they end with an exit code that they document, and never with that
/// of a bug.
final class CommandsTarget implements Target {
  private static final List<String[]> COMMANDS =
      List.of(
          new String[] {"lint", "-f", "-"},
          new String[] {"convert", "-f", "-"},
          new String[] {"plan", "-f", "-"});

  private final ObjectsTarget objects = new ObjectsTarget();
  private final List<byte[]> corpus =
      Corpus.joined(
          Corpus.files(
              List.of(".yaml"), "examples", "app/src/test/resources", "../shared/manifests"));

  @Override
  public String name() {
    return "commands";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return objects.words();
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    return objects.generate(random);
  }

  @Override
  public void read(byte[] input) {
    for (var command : COMMANDS) {
      var run = CliRun.withInput(new String(input, UTF_8), command);
      Breach.unless(
          run.exitCode() != ExitCode.BUG.code() && run.exitCode() != ExitCode.USAGE.code(),
          "%s ends with %d: %s",
          command[0],
          run.exitCode(),
          run.err().substring(Math.max(0, run.err().length() - 1500)));
    }
  }
}
