# a node goes when its replacement exists, ready or not
# file: core/src/main/java/karpenter/core/disruption/command/CommandStep.java
s/return claim\.map(c -> c\.is(ClaimFacts\.INITIALIZED))\.orElse(false);/return claim.isPresent();/
