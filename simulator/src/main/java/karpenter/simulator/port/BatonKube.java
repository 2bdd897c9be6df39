package karpenter.simulator.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.port.PortCall.Port;

/// The Kubernetes API as one life of the operator sees it.
public final class BatonKube implements Kube {
  private final Kube server;
  private final Gate gate;
  private final List<Watch> watches = new ArrayList<>();

  public BatonKube(Kube server, Gate gate) {
    this.server = server;
    this.gate = gate;
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
    return gate.pass(read("get", resource, key), () -> server.get(resource, key));
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace)
      throws Unreachable, InterruptedException {
    var call = new PortCall(Port.KUBE, "list", false, resource.plural());
    return gate.pass(call, () -> server.list(resource, namespace));
  }

  @Override
  public List<ObjectNode> podsOn(String node) throws Unreachable, InterruptedException {
    var call = new PortCall(Port.KUBE, "list", false, "pods on " + node);
    return gate.pass(call, () -> server.podsOn(node));
  }

  @Override
  public Answer create(Resource resource, ObjectNode object)
      throws Unreachable, InterruptedException {
    return gate.pass(
        write("create", resource, Metas.key(object)), () -> server.create(resource, object));
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch)
      throws Unreachable, InterruptedException {
    var verb = patch.subresource().map(sub -> "patch " + sub + " of").orElse("patch");
    return gate.pass(write(verb, resource, key), () -> server.patch(resource, key, patch), stale());
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object)
      throws Unreachable, InterruptedException {
    return gate.pass(
        write("replace", resource, key), () -> server.replace(resource, key, object), stale());
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable, InterruptedException {
    return gate.pass(write("delete", resource, key), () -> server.delete(resource, key, deletion));
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) throws Unreachable, InterruptedException {
    return gate.pass(write("evict", Resource.PODS, pod), () -> server.evict(pod, uid));
  }

  /// A dead process hears nothing.
  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    var watch = server.watch(resource, new LivingSink(gate.life(), sink));
    watches.add(watch);
    return watch;
  }

  @Override
  public boolean sharesParts() {
    return server.sharesParts();
  }

  /// The process is gone, and its connections with it.
  public void disconnect() {
    watches.forEach(Watch::close);
  }

  private static Gate.Stale<Answer> stale() {
    return () -> Optional.of(new Answer.Conflict("the object has been modified"));
  }

  private static PortCall read(String verb, Resource resource, ObjectKey key) {
    return new PortCall(Port.KUBE, verb, false, resource.plural() + "/" + key);
  }

  private static PortCall write(String verb, Resource resource, ObjectKey key) {
    return new PortCall(Port.KUBE, verb, true, resource.plural() + "/" + key);
  }
}
