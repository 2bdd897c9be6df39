/// Understands the annotations under `karpenter-jvm.dev/`. Entry point:
/// [karpenter.core.wire.control.ControlReader].
package karpenter.core.wire.control;
