# an empty node goes as it was seen before the wait, whoever came since
# file: core/src/main/java/karpenter/core/disruption/Validation.java
/public static Survivors ofEmpty/,/return new Survivors/s/var candidate = candidates\.get(before\.name());/var candidate = before;/
