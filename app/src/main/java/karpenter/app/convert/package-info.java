/// `karpenter convert`: manifests of older versions as those of today.
///
/// [karpenter.api.convert.Conversion] decides; here is what reads, tells and writes.
@NullMarked
package karpenter.app.convert;

import org.jspecify.annotations.NullMarked;
