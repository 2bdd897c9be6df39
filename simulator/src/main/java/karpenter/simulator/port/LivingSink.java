package karpenter.simulator.port;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;
import karpenter.simulator.runtime.Life;

/// Passes news on while there is somebody to hear it.
record LivingSink(Life life, WatchSink sink) implements WatchSink {
  @Override
  public void changed(Resource resource, ObjectNode object, boolean isReplayed) {
    if (!life.isOver()) {
      sink.changed(resource, object, isReplayed);
    }
  }

  @Override
  public void gone(Resource resource, ObjectNode object) {
    if (!life.isOver()) {
      sink.gone(resource, object);
    }
  }

  @Override
  public void missing(Resource resource, ObjectNode object) {
    if (!life.isOver()) {
      sink.missing(resource, object);
    }
  }

  @Override
  public List<ObjectNode> unwatched(Resource resource, String version) {
    return life.isOver() ? List.of() : sink.unwatched(resource, version);
  }

  @Override
  public void rewound(Resource resource) {
    if (!life.isOver()) {
      sink.rewound(resource);
    }
  }

  @Override
  public void synced(Resource resource) {
    if (!life.isOver()) {
      sink.synced(resource);
    }
  }

  @Override
  public void interrupted(Resource resource, String reason) {
    if (!life.isOver()) {
      sink.interrupted(resource, reason);
    }
  }
}
