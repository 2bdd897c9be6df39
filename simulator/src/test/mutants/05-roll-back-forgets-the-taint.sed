# what a command marked stays tainted when it is rolled back
# file: operator/src/main/java/karpenter/operator/disruption/Marks.java
s/n -> n\.meta()\.isDeleting() ? n : DisruptionMark\.untainted(n))))/n -> n)))/
