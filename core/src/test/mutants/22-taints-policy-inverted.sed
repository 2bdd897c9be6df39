# taints are honoured where they are to be ignored
# file: GroupTable.java
s/constraint\.nodeTaints() == Inclusion\.HONOR ? owner/constraint.nodeTaints() == Inclusion.IGNORE ? owner/
