# nodes outside the affinity are counted
# file: GroupTable.java
s/constraint\.nodeAffinity() == Inclusion\.IGNORE/constraint.topologyKey() != null/
