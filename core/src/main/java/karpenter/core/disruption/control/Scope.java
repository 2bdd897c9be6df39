package karpenter.core.disruption.control;

/// Where a control was set, and hence what it holds for.
public record Scope(Level level, String name) {
  public enum Level {
    /// Set on the namespace of the release; holds everywhere.
    CLUSTER,
    POOL,
    /// Set on a Node or its NodeClaim.
    NODE
  }

  public static Scope cluster(String namespace) {
    return new Scope(Level.CLUSTER, namespace);
  }

  public static Scope pool(String name) {
    return new Scope(Level.POOL, name);
  }

  public static Scope node(String name) {
    return new Scope(Level.NODE, name);
  }

  public String words() {
    return switch (level) {
      case CLUSTER -> "Namespace " + name;
      case POOL -> "NodePool " + name;
      case NODE -> "Node " + name;
    };
  }
}
