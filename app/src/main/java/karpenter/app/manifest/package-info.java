/// From files to objects that know where they were written.
///
/// Entry point: [ManifestFiles#read]. Each document is read by itself, so that a broken one costs
/// only itself, and each can say on which line a field stands ([Document#lineOf]).
@NullMarked
package karpenter.app.manifest;

import org.jspecify.annotations.NullMarked;
