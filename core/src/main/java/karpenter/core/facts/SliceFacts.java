package karpenter.core.facts;

import java.util.Optional;
import karpenter.core.device.DeviceSlice;

/// A ResourceSlice: what a node's start depends on, and the devices in it.
///
/// @param node where its devices are: as it says, or the Node that owns it
/// @param generation only the slices of a pool's highest generation count
/// @param sliceCount how many slices the pool has in that generation
/// @param devices empty if they cannot be understood: then a node may start, but nobody gets a
///   device of this pool
/// @param problem why not
public record SliceFacts(
    Meta meta,
    Optional<String> node,
    String driver,
    String pool,
    long generation,
    long sliceCount,
    Optional<DeviceSlice> devices,
    Optional<String> problem) {}
