package karpenter.app.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import karpenter.api.v1.NodeClassRef;
import karpenter.app.manifest.Document;
import karpenter.app.manifest.InputProblem;
import karpenter.app.manifest.ManifestFiles.Input;
import karpenter.app.plan.PlanReport.Purchase;
import karpenter.app.plan.PlanReport.Use;
import karpenter.app.plan.PlanReport.Waiting;
import karpenter.core.bound.LowerBounds;
import karpenter.core.catalog.InstanceType;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.DeviceRequests;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.wire.ManifestReader;
import karpenter.core.wire.ReadResult;
import karpenter.core.wire.SourceObject;
import karpenter.core.wire.SourcedProblem;
import karpenter.core.wire.WireOptions;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokLabels;

/// From documents to a report.
final class Planner {
  // Finding the line of a field reads its file again; past these the line of the object must do.
  private static final int MAX_LOCATED = 200;

  private final Input input;
  private final Catalogue catalogue;
  private final Settings settings;
  private final TreeSet<String> strangeClasses = new TreeSet<>();

  /// What the user may choose.
  ///
  /// @param nodeCost dollars an hour of a node beside its instance, in pools that do not say
  record Settings(
      PreferencePolicy preferences,
      MinValuesPolicy minValues,
      DeviceRequests devices,
      double nodeCost,
      String priceBasis,
      Detail detail) {}

  /// Whether new nodes say why they are as they are.
  enum Detail {
    BRIEF,
    EXPLAINED
  }

  private Planner(Input input, Catalogue catalogue, Settings settings) {
    this.input = input;
    this.catalogue = catalogue;
    this.settings = settings;
  }

  static PlanReport plan(Input input, Catalogue catalogue, Settings settings) {
    return new Planner(input, catalogue, settings).plan();
  }

  private PlanReport plan() {
    var objects =
        input.documents().stream()
            .map(document -> new SourceObject(document.source(), document.object()))
            .toList();
    var read = ManifestReader.read(objects, this::typesFor, options());
    var placement = Scheduler.solve(read.problem());
    var reasons = new Reasons(read.problem(), placement);
    return new PlanReport(
        purchases(read.problem(), placement, reasons),
        placement.existing().stream()
            .filter(use -> !use.pods().isEmpty())
            .map(use -> new Use(use.node(), use.pods().stream().map(Pod::fullName).toList()))
            .toList(),
        waiting(placement, reasons),
        placement.newNodes().isEmpty()
            ? Optional.empty()
            : Optional.of(LowerBounds.of(read.problem(), placement)),
        settings.priceBasis(),
        problems(read.problems()),
        notes(read));
  }

  private List<Purchase> purchases(
      SchedulingProblem problem, Placement placement, Reasons reasons) {
    var offers = new Offers(problem);
    List<Purchase> purchases = new ArrayList<>();
    for (int i = 0; i < placement.newNodes().size(); i++) {
      purchases.add(
          offers.purchase(
              placement.newNodes().get(i),
              switch (settings.detail()) {
                case EXPLAINED -> reasons.ofNode(i);
                case BRIEF -> List.of();
              }));
    }
    return purchases;
  }

  private static List<Waiting> waiting(Placement placement, Reasons reasons) {
    return placement.unplaced().stream()
        .map(one -> new Waiting(one.pod().fullName(), one.deferred(), reasons.of(one.pod())))
        .toList();
  }

  private List<InstanceType> typesFor(NodeClassRef nodeClass) {
    if (!nodeClass.group().equals(KwokLabels.GROUP)) strangeClasses.add(nodeClass.kind());
    return catalogue.types();
  }

  private WireOptions options() {
    var known = WireOptions.withLabels(catalogue.labels(), List.of(KwokLabels.GROUP));
    var defaults = known.scheduling();
    return known
        .withNodeCost(settings.nodeCost())
        .withScheduling(
            new Options(
                settings.preferences(),
                settings.minValues(),
                defaults.reserved(),
                defaults.wellKnownLabels(),
                KwokLabels.RESERVATION_ID,
                defaults.improvementWork(),
                settings.devices()));
  }

  private List<InputProblem> problems(List<SourcedProblem> found) {
    Map<String, Document> bySource =
        input.documents().stream()
            .collect(Collectors.toMap(Document::source, Function.identity(), (first, _) -> first));
    List<InputProblem> problems = new ArrayList<>(input.problems());
    for (var one : found) {
      var document = bySource.get(one.source());
      if (document == null) {
        throw new IllegalStateException("a problem in no document: " + one.sentence());
      }
      int line =
          problems.size() < MAX_LOCATED ? document.lineOf(one.problem().path()) : document.line();
      problems.add(new InputProblem(document.file(), line, one.object(), one.problem()));
    }
    problems.sort(Comparator.comparing(InputProblem::file).thenComparing(InputProblem::line));
    return problems;
  }

  private List<String> notes(ReadResult read) {
    List<String> notes = new ArrayList<>(read.notes());
    if (!strangeClasses.isEmpty()) {
      notes.add(
          "%s: no catalogue of that cloud is built in, so the types and prices are those of the catalogue in use"
              .formatted(String.join(", ", strangeClasses)));
    }
    if (read.problem().pools().isEmpty() && !read.problem().pending().isEmpty()) {
      notes.add("no NodePool can buy nodes, so only nodes that exist were considered");
    }
    return notes;
  }
}
