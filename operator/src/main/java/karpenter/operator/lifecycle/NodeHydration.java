package karpenter.operator.lifecycle;

import java.util.List;
import java.util.Optional;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.provider.Managed;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Change;
import karpenter.operator.state.Guard;
import karpenter.operator.state.Kind;

/// Gives Nodes registered by older releases the label by which they are known as ours (spec 02
/// §1.11). New ones get it when they register, together with all the others.
final class NodeHydration implements Loop<String> {
  private final LoopContext ctx;
  private final Managed managed;

  NodeHydration(LoopContext ctx) {
    this.ctx = ctx;
    this.managed = Managed.by(ctx.provider());
  }

  @Override
  public String name() {
    return "node.hydration";
  }

  List<String> keys(Change change) {
    return change
        .after(Kind.NODES)
        .map(NodeFacts::name)
        .or(() -> change.after(Kind.NODE_CLAIMS).flatMap(ClaimFacts::nodeName))
        .map(List::of)
        .orElse(List.of());
  }

  @Override
  public Optional<Outcome> foregone(String name) {
    return dry(name).isEmpty() ? Optional.of(Outcome.DONE) : Optional.empty();
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var dry = dry(name);
    if (dry.isEmpty()) {
      return Outcome.DONE;
    }
    var node = dry.get().node;
    var ref = dry.get().ref;
    var key = Labels.nodeClass(ref.group(), ref.kind());
    var hydrated = node.withMeta(node.meta().withLabel(key, ref.name()));
    return Outcome.of(ctx.writer().patchNode(node, hydrated, Guard.NONE));
  }

  /// A registered node of ours without the label.
  private record Dry(NodeFacts node, NodeClassRef ref) {}

  private Optional<Dry> dry(String name) {
    var snapshot = ctx.state().snapshot();
    var node = snapshot.node(name).filter(n -> n.meta().label(Marks.REGISTERED).equals("true"));
    return node.flatMap(snapshot::claimOf)
        .filter(managed::is)
        .map(claim -> new Dry(node.orElseThrow(), claim.nodeClass()))
        .filter(dry -> !ClaimHydration.isLabelled(dry.node.meta(), dry.ref));
  }
}
