# the pod itself does not count on its host
# file: ProfileCompiler.java
s/group\.limit(constraint\.maxSkew() - self)/group.limit(constraint.maxSkew())/
