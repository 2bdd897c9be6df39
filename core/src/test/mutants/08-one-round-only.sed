# pods left over are not tried again
# file: Run.java
s/if (left\.size() == waiting\.size()) break;/if (true) return left;/
