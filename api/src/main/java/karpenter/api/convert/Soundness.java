package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import karpenter.api.ApiObject;
import karpenter.api.Problem;
import karpenter.api.RestrictedLabels;
import karpenter.api.aws.AwsLabels;
import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.oci.OciLabels;
import karpenter.api.oci.OciNodeClass;
import karpenter.api.schema.Admission;
import karpenter.api.schema.CrdSchemas;
import karpenter.api.schema.Spelling;
import karpenter.api.v1.NodePool;
import karpenter.api.validation.Ec2NodeClassValidation;
import karpenter.api.validation.NodePoolValidation;
import karpenter.api.validation.OciNodeClassValidation;

/// Whether a document of today would be stored by a server, and used by Karpenter.
public final class Soundness {
  private Soundness() {}

  /// Whether it is of a kind and group we have a definition of, in whatever version.
  static boolean isOurs(JsonNode document) {
    return Admission.concerns(document);
  }

  /// Everything that is wrong with a document of today's version.
  public static List<Problem> problems(JsonNode document) {
    var report = new Report();
    of(document, report);
    return report.problems();
  }

  /// The document with its spelling corrected; what is wrong goes to the report. A field nobody
  /// knows is wrong too: `kubectl` refuses it, and whoever wrote it thinks it does something.
  static JsonNode of(JsonNode document, Report report) {
    var kind = document.path("kind").asText();
    var crd = CrdSchemas.find(document.path("apiVersion").asText(), kind);
    var spelling = crd.map(found -> Spelling.of(document, found));
    spelling.ifPresent(
        found ->
            found
                .corrections()
                .forEach((path, name) -> report.note(path, "spelled " + name + ": corrected")));
    var corrected = spelling.map(Spelling::corrected).orElse(document);
    var admission = Admission.ofNew(Placeholders.filled(corrected));
    admission.warnings().stream()
        .map(
            warning ->
                Problem.at(warning.path())
                    .found("a field that does not exist here")
                    .expected(warning.expected()))
        .forEach(report::add);
    switch (admission) {
      case Admission.Refused(var problems, _) -> problems.forEach(report::add);
      case Admission.Accepted(var object, _, _) -> runtime(object).forEach(report::add);
    }
    return corrected;
  }

  /// What passes the schema and is refused when it is used.
  private static List<Problem> runtime(ApiObject object) {
    return switch (object) {
      case NodePool pool -> NodePoolValidation.problems(pool, labels(pool));
      case Ec2NodeClass nodeClass -> Ec2NodeClassValidation.problems(nodeClass);
      case OciNodeClass nodeClass -> OciNodeClassValidation.problems(nodeClass);
      case karpenter.api.v1.NodeClaim _,
          karpenter.api.v1alpha1.NodeOverlay _,
          karpenter.api.buffer.CapacityBuffer _,
          karpenter.api.kwok.KwokNodeClass _ ->
          List.of();
    };
  }

  private static RestrictedLabels labels(NodePool pool) {
    return switch (pool.spec().template().spec().nodeClassRef().group()) {
      case Ec2NodeClass.GROUP -> AwsLabels.RESTRICTED;
      case OciNodeClass.GROUP -> OciLabels.RESTRICTED;
      default -> RestrictedLabels.CORE;
    };
  }
}
