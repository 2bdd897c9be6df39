package karpenter.core.facts;

/// An owner reference, whole: a patch of the list must give back what it does not mean to change.
public record Owner(
    String apiVersion,
    String kind,
    String name,
    String uid,
    boolean controller,
    boolean blockOwnerDeletion) {

  public boolean is(String ownerApiVersion, String ownerKind) {
    return apiVersion.equals(ownerApiVersion) && kind.equals(ownerKind);
  }
}
