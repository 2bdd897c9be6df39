# a preference that costs exactly its worth is given up
# file: Run.java
s/found\.priceAfter() + SAME_PRICE/found.priceAfter() - SAME_PRICE/
