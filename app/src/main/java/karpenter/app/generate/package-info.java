/// `karpenter generate`: NodePools and node classes to start from.
///
/// A [Profile] says what kind of work it is, a [Cloud] how its machines are chosen and launched,
/// and [Manifests] puts the two together. Invariant, held by a test: `lint` finds nothing in what
/// comes out, and our definitions accept it.
@NullMarked
package karpenter.app.generate;

import org.jspecify.annotations.NullMarked;
