# three drafts instead of four are asked what they would cost
# file: Run.java
s/MAX_RISES = 4;/MAX_RISES = 3;/
