# nothing waits for watches that are interrupted
# file: operator/src/main/java/karpenter/operator/state/Blindness.java
s/Duration\.between(lost\.since(), now)\.compareTo(TOLERATED) >= 0/lost.since().isAfter(now.plus(TOLERATED))/
