# a squeezed draft keeps its dearest row
# file: Draft.java
s/if (byPrice != 0) return byPrice < 0;/if (byPrice != 0) return byPrice > 0;/
