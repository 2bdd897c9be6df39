/// Quantities as Kubernetes writes them, and sums of them by resource name.
///
/// [Quantity] is exact and remembers its notation; it is what is read and written. [Resources] is
/// what decisions compute with: whole numbers, and no way to overflow.
package karpenter.core.resource;
