package karpenter.core.facts;

import java.util.Optional;

/// A VolumeAttachment.
///
/// @param volume the PersistentVolume, where the source is one
public record AttachmentFacts(Meta meta, String node, Optional<String> volume) {}
