package karpenter.app.crds;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.api.schema.Crd;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;

/// Brings definitions into a cluster: creates what is missing, updates what differs. Labels and
/// annotations that others put on them stay.
final class CrdInstaller {
  private final Kube kube;

  CrdInstaller(Kube kube) {
    this.kube = kube;
  }

  /// What was done with one definition.
  sealed interface Result {
    record Created() implements Result {}

    record Updated() implements Result {}

    record Unchanged() implements Result {}

    record Refused(String message) implements Result {}
  }

  Result install(Crd crd) throws Unreachable, InterruptedException {
    var document = (ObjectNode) crd.document();
    var key = ObjectKey.cluster(document.at("/metadata/name").asText());
    return switch (kube.get(Resource.CUSTOM_RESOURCE_DEFINITIONS, key)) {
      case Answer.NotFound _ -> created(document);
      case Answer.Done(var object) -> updated(key, object, document);
      case Answer.Refused refused -> new Result.Refused(refused.message());
      case Answer.Conflict(var message) -> new Result.Refused(message);
      case Answer.AlreadyExists _ -> new Result.Refused("it appeared while we looked");
    };
  }

  private Result created(ObjectNode document) throws Unreachable, InterruptedException {
    return switch (kube.create(Resource.CUSTOM_RESOURCE_DEFINITIONS, document)) {
      case Answer.Done _ -> new Result.Created();
      case Answer.AlreadyExists _ -> new Result.Refused("somebody else creates it; try again");
      case Answer.Refused refused -> new Result.Refused(refused.message());
      case Answer.Conflict(var message) -> new Result.Refused(message);
      case Answer.NotFound _ -> new Result.Refused("the server has no definitions");
    };
  }

  /// A merge patch of the spec: the server answers with the version it had when nothing changed,
  /// which its own defaults would otherwise hide.
  private Result updated(ObjectKey key, ObjectNode before, ObjectNode document)
      throws Unreachable, InterruptedException {
    var body = JsonNodeFactory.instance.objectNode();
    body.set("spec", document.get("spec"));
    return switch (kube.patch(Resource.CUSTOM_RESOURCE_DEFINITIONS, key, Patch.merge(body))) {
      case Answer.Done(var after) ->
          version(after).equals(version(before)) ? new Result.Unchanged() : new Result.Updated();
      case Answer.NotFound _ -> new Result.Refused("it vanished while we looked; try again");
      case Answer.AlreadyExists _ -> throw new IllegalStateException("a patch creates nothing");
      case Answer.Conflict(var message) -> new Result.Refused(message);
      case Answer.Refused refused -> new Result.Refused(refused.message());
    };
  }

  private static String version(ObjectNode object) {
    return object.at("/metadata/resourceVersion").asText();
  }
}
