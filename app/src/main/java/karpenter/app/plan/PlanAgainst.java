package karpenter.app.plan;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.DurationText;
import karpenter.app.ExitCode;
import karpenter.app.against.Changes;
import karpenter.app.against.FailIf;
import karpenter.app.against.Forecast;
import karpenter.app.against.Outlook;
import karpenter.app.against.OutlookMarkdown;
import karpenter.app.against.OutlookText;
import karpenter.app.against.OutlookTree;
import karpenter.app.against.RunFlags;
import karpenter.app.cluster.NoCluster;
import karpenter.app.manifest.ManifestFiles.Input;
import karpenter.app.snapshot.Images;
import karpenter.app.terminal.Ink;
import karpenter.operator.Unreachable;
import karpenter.operator.settings.Settings;
import karpenter.provider.kwok.catalogue.Catalogue;

/// `karpenter plan --against`: reads the cluster, lays the changes over it, lets the operator play
/// it out, and says what became of it.
final class PlanAgainst {
  private final AgainstOptions options;
  private final Images images;
  private final PrintWriter out;
  private final PrintWriter err;

  PlanAgainst(AgainstOptions options, Images images, PrintWriter out, PrintWriter err) {
    this.options = options;
    this.images = images;
    this.out = out;
    this.err = err;
  }

  /// A command line that cannot be meant.
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  /// @param chosen the catalogue the user named, if one was
  /// @param flags what other options say in the words of `karpenter run`
  ExitCode run(
      Input input, Optional<Catalogue> chosen, List<String> flags, OutputForm form, Ink ink)
      throws Wrong, InterruptedException {
    var conditions = conditions();
    var horizon = horizon();
    var settings = settings(flags);
    try {
      var image = images.read(String.valueOf(options.against), options.kubeconfig);
      var catalogue = chosen.isPresent() ? chosen.get() : Images.catalogue(image);
      var changes = Changes.of(image, input.documents(), options.deletions, catalogue);
      var problems = new ArrayList<>(input.problems());
      problems.addAll(changes.problems());
      problems.forEach(problem -> err.println(problem.sentence()));
      err.flush();
      var outlook = Forecast.of(image, changes, new Forecast.Plan(catalogue, settings, horizon));
      var failures =
          conditions.stream()
              .filter(condition -> condition.holds(outlook))
              .map(condition -> condition.sentence(outlook))
              .toList();
      out.print(rendered(outlook, failures, form, ink));
      out.flush();
      if (!problems.isEmpty()) return ExitCode.BAD_INPUT;
      if (!conditions.isEmpty()) return failures.isEmpty() ? ExitCode.DONE : ExitCode.FOUND;
      return outlook.unschedulable().isEmpty() ? ExitCode.DONE : ExitCode.UNPLACED;
    } catch (NoCluster | Images.Unusable e) {
      err.println("karpenter: " + e.getMessage());
      return ExitCode.BAD_INPUT;
    } catch (Unreachable e) {
      err.println("karpenter: the cluster does not answer: " + e.getMessage());
      return ExitCode.UNAVAILABLE;
    }
  }

  private static String rendered(Outlook outlook, List<String> failures, OutputForm form, Ink ink) {
    return switch (form) {
      case TEXT -> OutlookText.render(outlook, failures, ink);
      case JSON -> OutlookTree.json(outlook, failures);
      case YAML -> OutlookTree.yaml(outlook, failures);
      case MARKDOWN -> OutlookMarkdown.render(outlook, failures);
    };
  }

  private List<FailIf> conditions() throws Wrong {
    var conditions = new ArrayList<FailIf>();
    for (var text : options.failIf) {
      switch (FailIf.read(text)) {
        case FailIf.Reading.Read(var condition) -> conditions.add(condition);
        case FailIf.Reading.Wrong(var problem) -> throw new Wrong(problem.sentence());
      }
    }
    return conditions;
  }

  private Duration horizon() throws Wrong {
    var horizon = DurationText.parse(options.horizon).filter(Duration::isPositive);
    if (horizon.isEmpty()) {
      throw new Wrong(
          "--horizon: found \"%s\"; expected a time such as 30m or 2h".formatted(options.horizon));
    }
    return horizon.get();
  }

  private Settings settings(List<String> flags) throws Wrong {
    var all = new ArrayList<>(flags);
    all.addAll(options.runFlags);
    try {
      return RunFlags.read(all);
    } catch (RunFlags.Wrong e) {
      throw new Wrong(String.valueOf(e.getMessage()));
    }
  }
}
