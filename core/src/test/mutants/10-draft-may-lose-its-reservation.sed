# a draft may give up the last reservation it holds
# file: Trials.java
s/(!compatible\.isEmpty() || !held\.isEmpty())/!compatible.isEmpty()/
