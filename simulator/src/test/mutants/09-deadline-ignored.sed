# pods that nobody may evict are waited for beyond the deadline
# file: core/src/main/java/karpenter/core/termination/EvictionStep.java
s/if (deadline\.isPresent() \&\& ForcedDeletion/if (pod.uid().isEmpty() \&\& deadline.isPresent() \&\& ForcedDeletion/
