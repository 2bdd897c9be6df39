# an equally dear new node beats a draft
# file: Search.java
s/bought\.rise() < rising\.rise() - SAME_PRICE/bought.rise() < rising.rise() + SAME_PRICE/
