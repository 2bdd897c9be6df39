package karpenter.operator.kube;

/// Which object of a kind.
///
/// @param namespace empty for cluster-scoped kinds
public record ObjectKey(String namespace, String name) implements Comparable<ObjectKey> {
  public static ObjectKey cluster(String name) {
    return new ObjectKey("", name);
  }

  public static ObjectKey of(String namespace, String name) {
    return new ObjectKey(namespace, name);
  }

  @Override
  public int compareTo(ObjectKey other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
