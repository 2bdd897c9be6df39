# values a draft may still become are not blocked
# file: Run.java
s/group\.suspend(index, domains);//
