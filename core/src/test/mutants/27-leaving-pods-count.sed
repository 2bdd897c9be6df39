# bound pods that are pending too are counted
# file: Batch.java
s/if (index == null || pending\.contains(bound\.pod()\.uid())) continue;/if (index == null) continue;/
