# best effort lowers minValues of drafts too
# file: Trials.java
s/if (!lowersMinValues || subject\.draft() != null) return false;/if (!lowersMinValues) return false;/
