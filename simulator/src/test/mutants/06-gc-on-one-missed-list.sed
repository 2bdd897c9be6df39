# a machine that one list lacks is believed to be gone
# file: operator/src/main/java/karpenter/operator/lifecycle/ClaimCollection.java
s/\.filter(claim -> !isAlive(claim, snapshot))/.filter(claim -> isAlive(claim, snapshot) || true)/
s/if (ctx\.provider()\.find(id)\.isPresent()/if (id.isEmpty()/
