# the last volume is not attached
# file: NodeSlot.java
s/perDriver\.getOrDefault(use\.driver(), 0) > limit/perDriver.getOrDefault(use.driver(), 0) >= limit/
