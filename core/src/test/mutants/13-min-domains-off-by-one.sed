# exactly minDomains domains count as too few
# file: Profile.java
s/if (domains < minDomains) floor = 0;/if (domains <= minDomains) floor = 0;/
