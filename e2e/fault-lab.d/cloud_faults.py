"""What the lab's cloud can be made to do wrong."""
import time

HANG = "hang"  # neither done nor answered
DONE_AND_HANG = "done-and-hang"  # done, never answered
LOSE = "lose"  # done, the connection is cut
LATE = "late"  # done and answered after some seconds
TWICE = "twice"  # done twice, and the second answer is the one that is told
LACK = "lack"  # a list without any machine, or without those named
UNKNOWN = "unknown"  # not found, although it is there
FAIL = "fail"  # 500
NO_CAPACITY = "no-capacity"
LONGEST = 3600


class Fault:
    """One fault for one kind of call: create, list, get or delete."""

    def __init__(self, call, fault, times=None, seconds=0, machines=None):
        self.call, self.fault, self.times, self.seconds, self.machines = call, fault, times, seconds, machines

    def told(self):
        return {"call": self.call, "fault": self.fault, "times": self.times, "machines": self.machines}

    def strikes(self, call, machine):
        """Also counts: a fault that is meant once strikes once."""
        if call != self.call or (self.machines and machine and machine not in self.machines):
            return False
        if self.times is None:
            return True
        self.times -= 1
        return self.times >= 0

    def play(self, handler, do):
        if self.fault == HANG:
            time.sleep(LONGEST)
        elif self.fault == DONE_AND_HANG:
            do()
            time.sleep(LONGEST)
        elif self.fault == LOSE:
            do()
            handler.cut()
        elif self.fault == LATE:
            time.sleep(self.seconds)
            handler.answer(*do())
        elif self.fault == TWICE:
            do()
            handler.answer(*do())
        elif self.fault == LACK:
            handler.answer(*self.lacking(do()))
        elif self.fault == UNKNOWN:
            handler.answer(404, {"message": "no such machine"})
        elif self.fault == FAIL:
            handler.answer(500, {"message": "the cloud has a problem of its own"})
        elif self.fault == NO_CAPACITY:
            handler.answer(409, {"message": "no machine of this kind can be had now"})
        else:
            raise ValueError(f"no such fault: {self.fault}")

    def lacking(self, answer):
        code, told = answer
        kept = [machine for machine in told["machines"] if self.machines and machine["name"] not in self.machines]
        return code, {"machines": kept}
