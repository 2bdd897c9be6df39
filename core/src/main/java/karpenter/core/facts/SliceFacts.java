package karpenter.core.facts;

import java.util.Optional;

/// A ResourceSlice, as far as a node's start depends on it.
///
/// @param node where its devices are: as it says, or the Node that owns it
/// @param generation only the slices of a pool's highest generation count
/// @param sliceCount how many slices the pool has in that generation
public record SliceFacts(
    Meta meta,
    Optional<String> node,
    String driver,
    String pool,
    long generation,
    long sliceCount) {}
