package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.api.oci.OciNodeClass;

/// Turns documents of any version into those of today, all documents of an input together.
public final class Conversion {

  /// What a user may say beside the manifests.
  ///
  /// @param nodeRole the IAM role for classes that name neither a role nor a profile
  /// @param nodeClass the class for pools that refer to none
  /// @param withDefaults whether what v1alpha5 added by itself is written out
  public record Options(
      Optional<String> nodeRole, Optional<String> nodeClass, boolean withDefaults) {
    public static final Options DEFAULT = new Options(Optional.empty(), Optional.empty(), true);
  }

  private final Options options;
  private final List<Entry> entries = new ArrayList<>();
  private final Map<String, String> classKinds = new TreeMap<>();

  /// One document on its way.
  ///
  /// @param drafts what it becomes; empty when it is not ours
  private record Entry(JsonNode source, Report report, List<Draft> drafts, boolean isOld) {}

  private Conversion(Options options) {
    this.options = options;
  }

  /// One outcome for each document, in their order.
  public static List<Outcome> convert(List<JsonNode> documents, Options options) {
    return new Conversion(options).convert(documents);
  }

  private List<Outcome> convert(List<JsonNode> documents) {
    documents.forEach(document -> entries.add(entry(document)));
    var drafts = entries.stream().flatMap(entry -> entry.drafts().stream()).toList();
    drafts.stream()
        .filter(Draft::isNodeClass)
        .forEach(draft -> classKinds.putIfAbsent(draft.name(), draft.kind()));
    entries.stream().filter(Entry::isOld).forEach(entry -> entry.drafts().forEach(this::complete));
    KubeletMove.among(drafts);
    return entries.stream().map(Conversion::outcome).toList();
  }

  private Entry entry(JsonNode source) {
    var report = new Report();
    var version = source.path("apiVersion").asText();
    var group = version.replaceAll("/.*", "");
    return switch (group + " " + source.path("kind").asText()) {
      case "karpenter.sh Provisioner" -> provisioner(source, report);
      case "karpenter.sh Machine" -> {
        report.problem(
            "kind",
            "Machine, which Karpenter made for itself",
            "nothing: Karpenter makes a NodeClaim for every machine it finds");
        yield new Entry(source, report, List.of(), true);
      }
      case "karpenter.sh NodePool" ->
          version.equals("karpenter.sh/v1beta1")
              ? pool(NodePools.toV1(source, report), source, report)
              : today(source, report);
      case "karpenter.sh NodeClaim" ->
          version.equals("karpenter.sh/v1beta1")
              ? old(NodeClaims.toV1(source, report), source, report)
              : today(source, report);
      case "karpenter.k8s.aws AWSNodeTemplate" -> nodeTemplate(source, report);
      case "karpenter.k8s.aws EC2NodeClass" -> ec2(source, version, report);
      case "karpenter.k8s.oracle OciNodeClass" ->
          version.equals(OciNodeClass.API_VERSION)
              ? today(source, report)
              : old(OciClasses.ofAliases(source, report), source, report);
      case "oci.oraclecloud.com OCINodeClass" ->
          old(OciClasses.ofOracle(source, report), source, report);
      default ->
          Soundness.isOurs(source)
              ? today(source, report)
              : new Entry(source, report, List.of(), false);
    };
  }

  private Entry provisioner(JsonNode source, Report report) {
    var result = Provisioners.toPool(source, options.withDefaults(), report);
    var translated = Paths.ofProvisioner(report);
    var v1 = NodePools.toV1(result.pool(), translated);
    List<Draft> drafts = new ArrayList<>();
    drafts.add(new Draft(v1.pool(), v1.kubelet(), translated));
    var inside =
        Paths.ofNodeTemplate(
            report.translating(path -> path.replaceFirst("^spec(?=\\.|$)", "spec.provider")));
    result
        .nodeClass()
        .map(template -> NodeTemplates.toNodeClass(template, inside))
        .map(beta -> Ec2Classes.toV1(beta, inside))
        .ifPresent(nodeClass -> drafts.add(new Draft(nodeClass, Optional.empty(), inside)));
    return new Entry(source, report, drafts, true);
  }

  private static Entry nodeTemplate(JsonNode source, Report report) {
    var beta = NodeTemplates.toNodeClass(source, report);
    var translated = Paths.ofNodeTemplate(report);
    var object = Ec2Classes.toV1(beta, translated);
    return new Entry(
        source, report, List.of(new Draft(object, Optional.empty(), translated)), true);
  }

  private Entry ec2(JsonNode source, String version, Report report) {
    if (OciClasses.isInDisguise(source)) {
      return old(OciClasses.undisguised(source, report), source, report);
    }
    return version.equals("karpenter.k8s.aws/v1beta1")
        ? old(Ec2Classes.toV1(source, report), source, report)
        : today(source, report);
  }

  private static Entry pool(NodePools.Result result, JsonNode source, Report report) {
    return new Entry(
        source,
        report,
        List.of(new Draft(result.pool(), result.kubelet(), Paths.ofBetaPool(report))),
        true);
  }

  private static Entry old(ObjectNode object, JsonNode source, Report report) {
    return new Entry(source, report, List.of(new Draft(object, Optional.empty(), report)), true);
  }

  private static Entry today(JsonNode source, Report report) {
    if (!(source instanceof ObjectNode object)) {
      return new Entry(source, report, List.of(), false);
    }
    return new Entry(
        source, report, List.of(new Draft(object.deepCopy(), Optional.empty(), report)), false);
  }

  /// What an old document leaves open and the rest of the input, or the user, tells.
  private void complete(Draft draft) {
    if (draft.kind().equals(Ec2NodeClass.KIND)) {
      role(draft);
    }
    if (draft.isPool() || draft.kind().equals("NodeClaim")) {
      reference(draft);
    }
  }

  private void role(Draft draft) {
    var spec = draft.spec();
    if (spec.has("role") || spec.has("instanceProfile")) {
      return;
    }
    if (options.nodeRole().isPresent()) {
      spec.put("role", options.nodeRole().get());
      draft.report().note("spec.role", options.nodeRole().get() + ", as asked for");
    } else {
      draft
          .report()
          .problem(
              "spec.role",
              "nothing",
              "the IAM role of the nodes, or an instanceProfile; a default profile in the settings"
                  + " does not exist any more (--node-role adds one)");
    }
  }

  private void reference(Draft draft) {
    var path = draft.isPool() ? "spec.template.spec.nodeClassRef" : "spec.nodeClassRef";
    if (!(draft.reference() instanceof ObjectNode reference)) {
      missingReference(draft, path);
      return;
    }
    var kind = reference.hasNonNull("kind") ? reference.get("kind").asText() : kindOf(draft);
    if (!reference.hasNonNull("kind")) {
      draft.report().note(path + ".kind", kind + ", which has to be written out now");
    }
    // Kind and group in the order users know.
    var name = reference.get("name");
    boolean isOci = kind.equals(OciNodeClass.KIND) || isDisguisedReference(reference);
    reference.removeAll();
    var group = isOci ? OciNodeClass.GROUP : groupOf(draft, kind);
    reference.put("group", group).put("kind", isOci ? OciNodeClass.KIND : kind);
    if (name != null) {
      reference.set("name", name);
    }
  }

  /// A pool may name the class by the kind it was disguised as.
  private boolean isDisguisedReference(ObjectNode reference) {
    return reference.path("kind").asText().equals(Ec2NodeClass.KIND)
        && OciNodeClass.KIND.equals(classKinds.get(reference.path("name").asText()));
  }

  private static String groupOf(Draft draft, String kind) {
    var written = draft.reference().path("group").asText();
    return written.isEmpty() ? Groups.of(kind) : written;
  }

  private void missingReference(Draft draft, String path) {
    var name = options.nodeClass();
    if (name.isEmpty()) {
      draft
          .report()
          .problem(
              path,
              "nothing",
              "a reference to the node class, with group, kind and name (--node-class adds one)");
      return;
    }
    var kind = classKinds.getOrDefault(name.get(), kindOf(draft));
    var parent = draft.isPool() ? draft.object().withObject("/spec/template/spec") : draft.spec();
    parent
        .putObject("nodeClassRef")
        .put("group", Groups.of(kind))
        .put("kind", kind)
        .put("name", name.get());
    draft.report().note(path, kind + " " + name.get() + ", as asked for");
  }

  /// The kind of the class a pool means: as the input has it, else as its shapes tell.
  private String kindOf(Draft draft) {
    var known = classKinds.get(draft.className());
    return known != null ? known : asksForShapes(draft) ? OciNodeClass.KIND : Ec2NodeClass.KIND;
  }

  private static boolean asksForShapes(Draft draft) {
    for (var requirement : draft.object().at("/spec/template/spec/requirements")) {
      if (requirement.path("key").asText().equals(Labels.INSTANCE_TYPE)) {
        var values = requirement.path("values");
        return !values.isEmpty()
            && values.valueStream().allMatch(value -> value.asText().matches("(VM|BM)\\..+"));
      }
    }
    return false;
  }

  private static Outcome outcome(Entry entry) {
    var report = entry.report();
    if (entry.drafts().isEmpty() && !entry.isOld()) {
      return passed(entry.source(), report);
    }
    Placeholders.in(entry.source())
        .forEach((path, text) -> report.note(path, text + " has to be filled in"));
    List<JsonNode> objects = new ArrayList<>();
    for (var draft : entry.drafts()) {
      objects.add(Soundness.of(draft.object(), draft.report()));
      draft.copies().forEach(copy -> objects.add(Soundness.of(copy, draft.report())));
    }
    if (!report.problems().isEmpty()) {
      return new Outcome.Refused(report.problems(), report.notes());
    }
    boolean isChanged =
        entry.isOld() || objects.size() > 1 || !objects.getFirst().equals(entry.source());
    return isChanged
        ? new Outcome.Converted(objects, report.notes())
        : new Outcome.Accepted(entry.source(), report.notes());
  }

  private static Outcome passed(JsonNode source, Report report) {
    if (Metrics.isRule(source)) {
      var renamed = Metrics.renamed(source, report);
      return new Outcome.Passed(renamed, report.notes(), !renamed.equals(source));
    }
    OldNames.note(source, report);
    return new Outcome.Passed(source, report.notes(), false);
  }

  /// Groups of the kinds of node class.
  private static final class Groups {
    static String of(String kind) {
      return switch (kind) {
        case OciNodeClass.KIND -> OciNodeClass.GROUP;
        case KwokNodeClass.KIND -> KwokNodeClass.GROUP;
        default -> Ec2NodeClass.GROUP;
      };
    }
  }
}
