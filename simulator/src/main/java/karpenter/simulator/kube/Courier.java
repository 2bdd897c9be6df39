package karpenter.simulator.kube;

/// How news travels from the server to those who watch: at once, or late.
public interface Courier {
  /// A line to one watcher. What is sent on it arrives in the order of sending.
  Line open();

  /// See [#open].
  interface Line {
    void send(Runnable news);
  }
}
