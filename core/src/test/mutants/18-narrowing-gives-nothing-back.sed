# a draft's charge only grows
# file: Limits.java
s/remaining\[i\] += draft\.charge\[i\] - largest;/remaining[i] -= Math.max(0, largest - draft.charge[i]);/
