# of equal rises the younger draft wins
# file: Run.java
s/rise < found\.rise()/rise <= found.rise()/
