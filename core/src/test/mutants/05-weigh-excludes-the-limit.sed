# a preference that costs exactly its worth is given up
# file: Run.java
s/found\.priceAfter() + Search\.SAME_PRICE/found.priceAfter() - Search.SAME_PRICE/
