# values a draft may still become are not blocked
# file: Bookkeeping.java
s/group\.suspend(index, domains);//
