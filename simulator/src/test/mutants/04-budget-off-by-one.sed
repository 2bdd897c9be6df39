# one node more than the budget allows
# file: core/src/main/java/karpenter/core/disruption/Allowances.java
s/return Math\.max(0, allowed - underWay);/return Math.max(0, allowed - underWay + 1);/
