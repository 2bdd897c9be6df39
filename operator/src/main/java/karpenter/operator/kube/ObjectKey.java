package karpenter.operator.kube;

import org.jspecify.annotations.Nullable;

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

  // Asked for several times with every change, hence by hand; names differ more often.
  @Override
  public boolean equals(@Nullable Object other) {
    return this == other
        || (other instanceof ObjectKey that
            && name.equals(that.name)
            && namespace.equals(that.namespace));
  }

  @Override
  public int hashCode() {
    return 31 * namespace.hashCode() + name.hashCode();
  }

  @Override
  public String toString() {
    return namespace.isEmpty() ? name : namespace + "/" + name;
  }
}
