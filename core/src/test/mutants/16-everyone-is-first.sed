# a pod that wants its own company may found a second domain
# file: Profile.java
s/if (self && isFirst()) return;/if (self) return;/
