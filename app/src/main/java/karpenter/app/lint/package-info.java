/// `karpenter lint`: what is legal in manifests and still not wise.
///
/// [Linter] reads the documents as they are today ([karpenter.api.convert.Conversion] helps with
/// older ones), lays them out as an [Estate] and asks every [Rule] of [Rules#all]. A rule says why
/// it exists, what to do, and which document it was taken from.
@NullMarked
package karpenter.app.lint;

import org.jspecify.annotations.NullMarked;
