# of equally crowded domains the last name is chosen
# file: Trials.java
s/if (crowding < least)/if (crowding <= least)/
