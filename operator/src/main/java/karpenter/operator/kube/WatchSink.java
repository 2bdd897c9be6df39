package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// Who is told about changes. Calls for one resource come one after the other, in the order of the
/// server's history; they must return soon.
public interface WatchSink {
  /// The object is there, new or changed.
  ///
  /// @param isReplayed told because we started or lost our place, not because it just happened
  void changed(Resource resource, ObjectNode object, boolean isReplayed);

  /// The object is gone.
  ///
  /// @param object as it last was, as far as that is known; metadata at least
  void gone(Resource resource, ObjectNode object);

  /// Everything that was there when the watch began has been told.
  void synced(Resource resource);

  /// The connection was lost; what is known may be old until [#synced] is called again.
  void interrupted(Resource resource, String reason);
}
