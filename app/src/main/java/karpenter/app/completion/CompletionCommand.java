package karpenter.app.completion;

import java.util.concurrent.Callable;
import karpenter.app.ExitCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `karpenter completion`.
@Command(
    name = "completion",
    mixinStandardHelpOptions = true,
    description = {"Prints a script that lets a shell complete commands, options and values.", ""},
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:printed", "64:the command line is wrong"},
    footerHeading = "%nExamples:%n",
    footer = {
      "  source <(karpenter completion bash)                              this shell",
      "  karpenter completion bash > /etc/bash_completion.d/karpenter     every bash",
      "  karpenter completion zsh > \"$${fpath[1]}/_karpenter\"",
      "  karpenter completion fish > ~/.config/fish/completions/karpenter.fish"
    })
public final class CompletionCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SHELL", description = "One of ${COMPLETION-CANDIDATES}.")
  private @Nullable Shell shell;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    if (spec == null || spec.parent() == null || shell == null) {
      throw new IllegalStateException("only picocli runs commands");
    }
    var out = spec.commandLine().getOut();
    out.print(shell.script(Words.of(spec.parent().commandLine())));
    out.flush();
    return ExitCode.DONE.code();
  }
}
