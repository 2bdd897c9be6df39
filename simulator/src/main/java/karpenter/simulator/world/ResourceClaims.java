package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// Makes the claims for devices that pods have templates for, and takes devices back that nobody
/// uses any more.
final class ResourceClaims implements Controller {
  private static final int SUFFIX = 5;

  private final InMemoryKube kube;
  private final Changes pods;

  /// Whose template is not there.
  private final Set<ObjectKey> incomplete = new TreeSet<>();

  ResourceClaims(InMemoryKube kube) {
    this.kube = kube;
    this.pods =
        Changes.of(
            kube,
            (resource, object) ->
                resource.equals(Resource.PODS) && isClaiming(object)
                    ? Optional.of(Metas.key(object))
                    : Optional.empty());
  }

  private static boolean isClaiming(JsonNode pod) {
    return !pod.path("spec").path("resourceClaims").isEmpty();
  }

  @Override
  public String name() {
    return "resourceclaim";
  }

  @Override
  public boolean concerns(Resource resource, ObjectNode object, boolean isGone) {
    return (resource.equals(Resource.PODS) && isClaiming(object))
        || (resource.equals(Resource.RESOURCE_CLAIM_TEMPLATES) && !incomplete.isEmpty());
  }

  @Override
  public Optional<Instant> step(Instant now) {
    incomplete.forEach(pods::add);
    incomplete.clear();
    boolean hasGone = false;
    for (var key : pods.take()) {
      var pod = kube.find(Resource.PODS, key);
      if (pod.isEmpty() || Pods.hasEnded(pod.get())) {
        hasGone = true;
      } else if (!Metas.isTerminating(pod.get())) {
        make(pod.get());
      }
    }
    if (hasGone) {
      kube.view(Resource.RESOURCE_CLAIMS).forEach(this::release);
    }
    return Optional.empty();
  }

  private void make(ObjectNode pod) {
    for (var claim : pod.path("spec").path("resourceClaims")) {
      var template = claim.path("resourceClaimTemplateName").asText();
      var name = claim.path("name").asText();
      if (!template.isEmpty() && DeviceAllocator.madeFor(pod, name).isEmpty()) {
        kube.find(Resource.RESOURCE_CLAIM_TEMPLATES, ObjectKey.of(Metas.namespace(pod), template))
            .ifPresentOrElse(found -> make(pod, name, found), () -> incomplete.add(Metas.key(pod)));
      }
    }
  }

  private void make(ObjectNode pod, String name, ObjectNode template) {
    var claim = JsonNodeFactory.instance.objectNode();
    var uid = Metas.uid(pod);
    var made = Metas.name(pod) + "-" + name + "-" + uid.substring(uid.length() - SUFFIX);
    var metadata = claim.putObject("metadata");
    metadata.put("namespace", Metas.namespace(pod)).put("name", made);
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "v1")
        .put("kind", "Pod")
        .put("name", Metas.name(pod))
        .put("uid", uid)
        .put("controller", true);
    claim.set("spec", template.path("spec").path("spec").deepCopy());
    if (kube.create(Resource.RESOURCE_CLAIMS, claim) instanceof Answer.Done) {
      kube.edit(
          Resource.PODS,
          Metas.key(pod),
          changed ->
              changed
                  .withObjectProperty("status")
                  .withArrayProperty("resourceClaimStatuses")
                  .addObject()
                  .put("name", name)
                  .put("resourceClaimName", made));
    }
  }

  private void release(ObjectNode claim) {
    var users = claim.path("status").path("reservedFor");
    var left = JsonNodeFactory.instance.arrayNode();
    for (var user : users) {
      if (isUsing(user, Metas.namespace(claim))) {
        left.add(user.deepCopy());
      }
    }
    if (left.size() == users.size()) {
      return;
    }
    kube.edit(
        Resource.RESOURCE_CLAIMS,
        Metas.key(claim),
        changed -> {
          var status = changed.withObjectProperty("status");
          if (left.isEmpty()) {
            status.remove("reservedFor");
            status.remove("allocation");
          } else {
            status.set("reservedFor", left);
          }
        });
  }

  private boolean isUsing(JsonNode user, String namespace) {
    return kube.find(Resource.PODS, ObjectKey.of(namespace, user.path("name").asText()))
        .filter(pod -> Metas.uid(pod).equals(user.path("uid").asText()) && !Pods.hasEnded(pod))
        .isPresent();
  }
}
