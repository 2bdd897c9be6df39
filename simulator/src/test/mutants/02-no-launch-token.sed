# the cloud is not told that it was asked before
# file: simulator/src/main/java/karpenter/simulator/cloud/SimulatedProvider.java
s/var token = claim\.meta()\.uid();/var token = claim.meta().uid() + cloud.launched();/
