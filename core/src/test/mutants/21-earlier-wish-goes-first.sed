# of equal wishes the earlier is given up
# file: WishSets.java
s/thenComparing(Comparator\.<Integer>reverseOrder())/thenComparing(Comparator.<Integer>naturalOrder())/
