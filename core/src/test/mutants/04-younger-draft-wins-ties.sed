# of equal rises the younger draft wins
# file: Search.java
s/rise < found\.rise()/rise <= found.rise()/
