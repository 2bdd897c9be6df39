# blocked domains are open to anti-affinity
# file: Profile.java
s/ & ~group\.blocked\[w\]//
