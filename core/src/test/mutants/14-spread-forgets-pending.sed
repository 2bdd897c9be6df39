# pods pending on a draft do not count for the spread
# file: Profile.java
s/counts\[d\] + pending + self - floor/counts[d] + self - floor/
