package karpenter.operator;

/// Whether this process may still send anything. A leader that may have been replaced does nothing.
/// Asked before every request, so it must be cheap and must not wait.
public interface Fence {
  /// Nobody else can lead.
  Fence OPEN = () -> true;

  /// False once this process has led and its lease was not renewed in time; it stays false.
  boolean mayAct();

  /// Fails unless something may be sent.
  default void check() throws Unreachable {
    if (!mayAct()) {
      throw new Unreachable("the lease was not renewed in time: another replica may lead now");
    }
  }
}
