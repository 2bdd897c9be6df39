# a pool of the same weight may not undercut a draft
# file: Search.java
s/weight(bought\.template()) >= weightOfDraft/weight(bought.template()) > weightOfDraft/
