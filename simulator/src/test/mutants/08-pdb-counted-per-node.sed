# what pods of other nodes have spent of a disruption budget does not count
# file: core/src/main/java/karpenter/core/termination/PodBudgets.java
s/return blockedBy(pod, now, pdb -> pdb\.disruptionsAllowed() == 0);/return blockedBy(pod, now, PodBudgets::isForbidding);/
