package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

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

  /// The object is not in a complete list that was made after we lost our place. Weaker than
  /// [#gone]: a later list that has the object again is right.
  default void missing(Resource resource, ObjectNode object) {
    gone(resource, object);
  }

  /// Objects that are known from an answer to a request of ours and that no watch has told of. A
  /// complete list that lacks one says that it is gone: its deletion was not told either, because
  /// the watch knew nothing of it.
  ///
  /// @param version of the list; what is newer cannot be in it and is left out
  /// @return metadata at least, in the order of their names
  default List<ObjectNode> unwatched(Resource resource, String version) {
    return List.of();
  }

  /// The server's history was set back, as after a restore of its database: versions told before
  /// mean nothing. The objects that there are now follow, then [#synced].
  default void rewound(Resource resource) {}

  /// Everything that was there when the watch began has been told.
  void synced(Resource resource);

  /// Changes do not arrive; what is known may be old until [#synced] is called again. Also called
  /// before the first [#synced], while the kind cannot be listed, and again when the reason
  /// changes.
  void interrupted(Resource resource, String reason);
}
