# one combination of domains is tried
# file: Trials.java
s/MAX_DOMAIN_CHOICES = 64;/MAX_DOMAIN_CHOICES = 1;/
