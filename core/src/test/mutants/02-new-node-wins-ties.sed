# an equally dear new node beats a draft
# file: Run.java
s/bought\.rise() < rising\.rise() - SAME_PRICE/bought.rise() < rising.rise() + SAME_PRICE/
