/// What users may hold voluntary disruption back with, or ask of it: pauses, windows, rates, least
/// savings, approvals of drift, the spot breaker, rotation. Entry point:
/// [karpenter.core.disruption.control.Controls].
///
/// Everything here is off until an annotation under `karpenter-jvm.dev/` turns it on, and was
/// understood by `core.wire.control` before it comes here. What was not understood holds everything
/// back in its scope.
package karpenter.core.disruption.control;
