# a type that takes all that remains is too large
# file: Limits.java
s/capacity\.atLeast(saturatedNext(most))/capacity.atLeast(most)/
