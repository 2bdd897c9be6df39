package karpenter.simulator;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Set;
import karpenter.operator.LoopContext;
import karpenter.operator.Watched;
import karpenter.operator.kube.Resource;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Note;
import karpenter.operator.state.Reading;
import karpenter.operator.state.WatchedState;
import karpenter.simulator.kube.InMemoryKube;

/// A state that is told of every change of the API server at once, and of the operator's notes when
/// asked to. Another can be made of the same objects that was told of none of the changes.
final class CopiedState implements InMemoryKube.Listener {
  private final InMemoryKube kube;
  private final LoopContext context;
  private final Set<Resource> resources;
  private final WatchedState state;

  private CopiedState(InMemoryKube kube, LoopContext context) {
    this.kube = kube;
    this.context = context;
    this.resources =
        new HashSet<>(Watched.resources(context.settings(), context.provider().nodeClassKinds()));
    this.state = new WatchedState(Reading.of(context.provider()), resources, context.clock());
    for (var resource : resources) {
      kube.view(resource).forEach(object -> state.changed(resource, object, true));
      state.synced(resource);
    }
  }

  /// Follows the API server from now on.
  static CopiedState following(InMemoryKube kube, LoopContext context) {
    var copy = new CopiedState(kube, context);
    kube.onChange(copy);
    return copy;
  }

  @Override
  public void changed(Resource resource, ObjectNode object) {
    if (resources.contains(resource)) {
      state.changed(resource, object, false);
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    if (resources.contains(resource)) {
      state.gone(resource, object);
    }
  }

  ClusterSnapshot with(ClusterSnapshot.Notes notes) {
    for (var marked : state.snapshot().notes().markedForDeletion()) {
      if (!notes.markedForDeletion().contains(marked)) {
        state.note(new Note.UnmarkedForDeletion(marked));
      }
    }
    note(notes);
    return state.snapshot();
  }

  private void note(ClusterSnapshot.Notes notes) {
    notes.nominated().forEach((node, until) -> state.note(new Note.Nominated(node, until)));
    notes.markedForDeletion().forEach(claim -> state.note(new Note.MarkedForDeletion(claim)));
    notes.promised().forEach((pod, claim) -> state.note(new Note.Promised(pod, claim)));
    state.note(new Note.BufferPods(notes.bufferPods()));
  }

  /// The same objects and notes, read anew.
  ClusterSnapshot readAnew() {
    var anew = new CopiedState(kube, context);
    anew.note(state.snapshot().notes());
    return anew.state.snapshot();
  }
}
