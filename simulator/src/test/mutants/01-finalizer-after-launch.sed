# a claim gets its finalizer when its machine has been launched
# file: operator/src/main/java/karpenter/operator/lifecycle/ClaimLifecycle.java
s/if (claim\.meta()\.hasFinalizer(Marks\.FINALIZER)) {/if (claim.providerId().isEmpty() || claim.meta().hasFinalizer(Marks.FINALIZER)) {/
