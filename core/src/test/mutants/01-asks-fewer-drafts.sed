# three drafts instead of four are asked what they would cost
# file: Search.java
s/MAX_RISES = 4;/MAX_RISES = 3;/
