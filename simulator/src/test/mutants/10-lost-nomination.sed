# nobody remembers which nodes pods are expected on
# file: operator/src/main/java/karpenter/operator/state/Notebook.java
s/new Notebook(nominated\.with(node, until), /new Notebook(nominated, /
