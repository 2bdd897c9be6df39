# a static pool forgets the names it has used
# file: operator/src/main/java/karpenter/operator/statics/UsedNames.java
# test: operator StaticLoopsTest
s/if (!noted\.equals(facts))/if (noted.name().isEmpty())/
