# of equally heavy pools the first name is tried first
# file: CompiledCatalogue.java
s/comparingInt(NodePool::weight)\.thenComparing(NodePool::name)\.reversed()/comparingInt(NodePool::weight).reversed().thenComparing(NodePool::name)/
