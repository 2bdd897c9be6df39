package karpenter.operator.lifecycle;

import java.util.List;
import java.util.stream.Stream;
import karpenter.api.Labels;
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
    return Stream.concat(
            change.after(Kind.NODES).stream().map(NodeFacts::name),
            change.after(Kind.NODE_CLAIMS).stream().flatMap(claim -> claim.nodeName().stream()))
        .toList();
  }

  @Override
  public Outcome reconcile(String name) throws Unreachable, InterruptedException {
    var snapshot = ctx.state().snapshot();
    var node = snapshot.node(name).filter(n -> n.meta().label(Marks.REGISTERED).equals("true"));
    var claim = node.flatMap(snapshot::claimOf).filter(managed::is);
    if (node.isEmpty() || claim.isEmpty()) {
      return Outcome.DONE;
    }
    var ref = claim.get().nodeClass();
    var key = Labels.nodeClass(ref.group(), ref.kind());
    if (node.get().meta().label(key).equals(ref.name())) {
      return Outcome.DONE;
    }
    var hydrated = node.get().withMeta(node.get().meta().withLabel(key, ref.name()));
    return Outcome.of(ctx.writer().patchNode(node.get(), hydrated, Guard.NONE));
  }
}
