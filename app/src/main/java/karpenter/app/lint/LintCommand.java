package karpenter.app.lint;

import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import karpenter.api.Suggestion;
import karpenter.app.ExitCode;
import karpenter.app.manifest.ManifestFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `karpenter lint`.
@Command(
    name = "lint",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Finds what is legal in manifests and still not wise, with why, what to do, and where that is written."
          + " Needs no cluster.",
      "",
      "Reads NodePools and node classes of any version, and the workloads, PodDisruptionBudgets and other objects beside"
          + " them. The more it is given at once, the more it sees.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:nothing was found, or nothing as bad as --fail-on says",
      "1:something was found",
      "2:some input could not be read; the rest was looked at",
      "64:the command line is wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter lint -f manifests/",
      "  karpenter lint -f manifests/ -o sarif > karpenter.sarif",
      "  kubectl get nodepools,ec2nodeclasses,deployments,statefulsets,pdb -A -o yaml | karpenter lint -f -",
      "  karpenter lint -f manifests/ --disable replicas-not-spread --fail-on error",
      "  karpenter lint --list"
    })
public final class LintCommand implements Callable<Integer> {
  @Option(
      names = {"-f", "--filename"},
      arity = "1..*",
      paramLabel = "FILE|DIR|-",
      description =
          "Manifests to look at: files, directories (with all below), or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description = "One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}.")
  private LintForm output = LintForm.TEXT;

  @Option(
      names = "--fail-on",
      paramLabel = "SEVERITY",
      description =
          "The least bad finding that makes the exit code 1: ${COMPLETION-CANDIDATES};"
              + " default: ${DEFAULT-VALUE}.")
  private FailOn failOn = FailOn.WARNING;

  @Option(
      names = "--disable",
      split = ",",
      paramLabel = "RULE",
      description = "Rules not to ask; may be given several times.")
  private List<String> disabled = List.of();

  @Option(names = "--list", description = "Show the rules and stop.")
  private boolean list;

  @Spec private @Nullable CommandSpec spec;

  private final InputStream stdin;

  /// What a script stops at.
  enum FailOn {
    ERROR,
    WARNING,
    ADVICE,
    NEVER;

    boolean isReached(Severity severity) {
      return this != NEVER && severity.ordinal() <= ordinal();
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /// @param stdin what `-f -` reads
  public LintCommand(InputStream stdin) {
    this.stdin = stdin;
  }

  @Override
  public Integer call() {
    var out = commandSpec().commandLine().getOut();
    if (list) {
      Rules.all()
          .forEach(rule -> out.printf("%-32s %-8s %s%n", rule.id(), rule.severity(), rule.why()));
      out.flush();
      return ExitCode.DONE.code();
    }
    if (files.isEmpty()) {
      throw new ParameterException(
          commandSpec().commandLine(), "Missing required option: '--filename=FILE|DIR|-'");
    }
    var off = disabled();
    var input = ManifestFiles.read(files, stdin);
    var findings = Linter.lint(input.documents(), off);
    out.print(output.render(findings));
    out.flush();
    var err = commandSpec().commandLine().getErr();
    input.problems().forEach(problem -> err.println(problem.sentence()));
    err.flush();
    if (!input.problems().isEmpty()) return ExitCode.BAD_INPUT.code();
    boolean isBad =
        findings.stream().anyMatch(finding -> failOn.isReached(finding.rule().severity()));
    return (isBad ? ExitCode.FOUND : ExitCode.DONE).code();
  }

  private Set<String> disabled() {
    var known = Rules.all().stream().map(Rule::id).toList();
    for (var id : disabled) {
      if (!known.contains(id)) {
        throw new ParameterException(
            commandSpec().commandLine(), "no rule is called " + id + Suggestion.hint(id, known));
      }
    }
    return new TreeSet<>(disabled);
  }

  private CommandSpec commandSpec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
