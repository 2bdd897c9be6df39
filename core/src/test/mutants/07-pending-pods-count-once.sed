# several pending pods count as one
# file: Bookkeeping.java
s/entry\.getKey()\.add(Bits\.first(domains), entry\.getValue());/entry.getKey().add(Bits.first(domains), 1);/
