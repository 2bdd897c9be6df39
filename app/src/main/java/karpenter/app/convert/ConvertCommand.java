package karpenter.app.convert;

import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import karpenter.api.convert.Conversion;
import karpenter.app.ExitCode;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.ManifestFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `karpenter convert`.
@Command(
    name = "convert",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Turns manifests of older versions of Karpenter into those of v1. Needs no cluster.",
      "",
      "Reads Provisioners and AWSNodeTemplates, NodePools, NodeClaims and EC2NodeClasses of v1beta1, node classes for"
          + " Oracle Cloud, and PrometheusRules with old names of metrics. Other kinds pass through and are named."
          + " What cannot be converted is refused, with the field, what was found and what would be right.",
      ""
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:everything was converted, accepted or passed through",
      "2:something was refused or could not be read; the rest was converted",
      "64:the command line is wrong"
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  karpenter convert -f old/ > new.yaml",
      "  karpenter convert -f provisioners.yaml -o text",
      "  kubectl get nodepools,ec2nodeclasses -o yaml | karpenter convert -f - --node-role KarpenterNodeRole-shop",
      "  helm template mychart | karpenter convert -f - -o json"
    })
public final class ConvertCommand implements Callable<Integer> {
  @Option(
      names = {"-f", "--filename"},
      required = true,
      arity = "1..*",
      paramLabel = "FILE|DIR|-",
      description =
          "Manifests to convert: files, directories (with all below), or - for standard input.")
  private List<String> files = List.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORM",
      description =
          "One of ${COMPLETION-CANDIDATES}; default: ${DEFAULT-VALUE}. yaml can be applied and has the notes in"
              + " comments; text has the notes alone.")
  private ConvertForm output = ConvertForm.YAML;

  @Option(
      names = "--node-role",
      paramLabel = "NAME",
      description =
          "The IAM role for EC2 classes that name neither a role nor an instance profile.")
  private @Nullable String nodeRole;

  @Option(
      names = "--node-class",
      paramLabel = "NAME",
      description = "The node class for pools that refer to none.")
  private @Nullable String nodeClass;

  @Option(
      names = "--without-defaults",
      description =
          "Leave out the requirements that v1alpha5 added by itself to every Provisioner.")
  private boolean withoutDefaults;

  @Spec private @Nullable CommandSpec spec;

  private final InputStream stdin;

  /// @param stdin what `-f -` reads
  public ConvertCommand(InputStream stdin) {
    this.stdin = stdin;
  }

  @Override
  public Integer call() {
    var input = ManifestFiles.read(files, stdin);
    var answers = answers(input.documents());
    var out = commandSpec().commandLine().getOut();
    out.print(output.render(answers));
    out.flush();
    var err = commandSpec().commandLine().getErr();
    input.problems().forEach(problem -> err.println(problem.sentence()));
    answers.stream()
        .flatMap(answer -> answer.problems().stream())
        .forEach(problem -> err.println(problem.sentence()));
    if (output == ConvertForm.YAML) {
      answers.stream()
          .filter(answer -> answer.word().equals("passed"))
          .forEach(answer -> err.println(answer.sentence()));
      err.println(ConvertForm.summary(answers));
    }
    err.flush();
    boolean isClean =
        input.problems().isEmpty() && answers.stream().allMatch(a -> a.problems().isEmpty());
    return (isClean ? ExitCode.DONE : ExitCode.BAD_INPUT).code();
  }

  private List<Answer> answers(List<Document> documents) {
    var outcomes =
        Conversion.convert(
            documents.stream().map(Document::object).toList(),
            new Conversion.Options(
                Optional.ofNullable(nodeRole), Optional.ofNullable(nodeClass), !withoutDefaults));
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < documents.size(); i++) {
      answers.add(new Answer(documents.get(i), outcomes.get(i)));
    }
    return answers;
  }

  private CommandSpec commandSpec() {
    if (spec == null) throw new IllegalStateException("only picocli runs commands");
    return spec;
  }
}
