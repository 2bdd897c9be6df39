# a leader whose lease has run out goes on
# file: kube/src/main/java/karpenter/kube/LeaseFence.java
# test: kube LeaseFenceTest
s/if (left <= 0 \&\& !hasFallen\.get())/if (left == Long.MIN_VALUE \&\& !hasFallen.get())/
