package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Optional;
import karpenter.operator.kube.Resource;

/// A part of the world that keeps something true. It looks at everything it is about each time, so
/// that it does not matter how many changes one look answers.
public interface Controller {
  String name();

  /// Whether a change is a reason to look.
  ///
  /// @param isGone the object is not there any more
  boolean concerns(Resource resource, ObjectNode object, boolean isGone);

  /// Does what there is to do, and says when to look again although nothing may have changed.
  Optional<Instant> step(Instant now);
}
