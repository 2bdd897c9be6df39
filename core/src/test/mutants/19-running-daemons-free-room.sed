# daemons beyond those expected give their room away
# file: NodeSlot.java
s/\.minus(node\.daemonRequests())\.floorAtZero()/.minus(node.daemonRequests())/
