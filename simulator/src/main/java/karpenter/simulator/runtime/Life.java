package karpenter.simulator.runtime;

/// One run of a process, from its start until it is killed. Whoever belongs to it finds, at its
/// next port call, that it has been dead since.
public final class Life {
  private final String name;
  private boolean isOver;

  public Life(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }

  public boolean isOver() {
    return isOver;
  }

  public void end() {
    isOver = true;
  }

  @Override
  public String toString() {
    return name;
  }
}
