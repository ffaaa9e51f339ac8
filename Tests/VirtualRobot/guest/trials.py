#!/usr/bin/env python3
"""Runs one group of trials, told by the kernel's command line, and prints the results as TAP on the console."""
import importlib
import os
import sys
import time
import traceback

from robot import OUT, Failed, Robot, measure_pace, now, run, shell, wait

PROGRESS = "/var/lib/robot-trials"


def option(name, default):
    for word in open("/proc/cmdline").read().split():
        if word.startswith("robot.%s=" % name):
            return word.split("=", 1)[1]
    return default


def say(text):
    for line in text.split("\n"):
        print(line, flush=True)


def booted():
    """Waits until systemd has done its part; the trials' own unit is running then."""
    def look():
        state = run("systemctl", "is-system-running")[1].strip()
        return state if state in ("running", "degraded") else None
    state = wait(60, look, "systemd does not come up")
    say("# up after %.1f s: %s" % (now(), state))
    if state == "degraded":
        say("# " + run("systemctl", "--failed", "--no-legend")[1].strip())


def attempt(number, trial, robot):
    name = (trial.__doc__ or trial.__name__).split("\n")[0].rstrip(".")
    began = now()
    try:
        trial(robot)
        say("ok %d - %s (%.1f s)" % (number, name, now() - began))
        return True
    except Failed as failure:
        say("not ok %d - %s (%.1f s)" % (number, name, now() - began))
        say("# " + str(failure).replace("\n", "\n# "))
    except Exception:
        say("not ok %d - %s (%.1f s)" % (number, name, now() - began))
        say("# " + traceback.format_exc().rstrip().replace("\n", "\n# "))
    return False


def keep():
    """Leaves what happened beside the results, for whoever looks for a fault."""
    shell("journalctl --no-pager -o short-monotonic > %s/journal.txt" % OUT)
    shell("dmesg > %s/kernel.txt" % OUT)
    run("sync")


def main():
    group = option("group", "drivers")
    wanted = option("only", "").split(",")
    module = importlib.import_module("trials_" + group)
    booted()
    trials = [trial for trial in module.TRIALS if any(name in trial.__name__ for name in wanted)]
    os.makedirs(PROGRESS, exist_ok=True)
    robot = Robot()
    try:
        if hasattr(module, "prepare"):
            module.prepare(robot)
        for number, trial in enumerate(trials, 1):
            if measure_pace() > 1.5:
                say("# slower than a quiet machine: %.1f times" % measure_pace())
            attempt(number, trial, robot)
    except Exception:
        say("Bail out! " + traceback.format_exc().strip().split("\n")[-1])
        say("# " + traceback.format_exc().rstrip().replace("\n", "\n# "))
    say("1..%d" % len(trials))
    keep()
    time.sleep(0.2)
    run("systemctl", "poweroff", "-ff")


if __name__ == "__main__":
    main()
