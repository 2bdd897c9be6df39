# a kind that answers 404 has no objects
# file: kube/src/main/java/karpenter/kube/Follower.java
# test: kube FollowerTest
s/if (wasListed || new Discovery(http)\.serves(resource)) {/if (resource.plural().isEmpty()) {/
s/^        synced();$/        told.missing().forEach(this::tellMissing); synced();/
