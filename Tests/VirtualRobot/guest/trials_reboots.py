"""The robot is switched off and on, in an orderly way and without warning, and is ready each time by itself.

The machine really starts anew each time; how far the trials are stands on its disk.
"""
import os
import time

from robot import STATE, expect, run, shell, wait
from trials import PROGRESS, option

COUNT = int(option("reboots", "4"))
KEPT = STATE + "/from-the-first-start"


def progress():
    path = PROGRESS + "/boots"
    return int(open(path).read()) if os.path.exists(path) else 0


def prepare(robot):
    robot.devices("camera", "bus")
    robot.tell("distance 3")
    robot.tell("pressure 100653")
    if progress() == 0:
        robot.install()
        robot.configure()
        robot.start()
        shell("echo kept > %s; chown companion: %s" % (KEPT, KEPT))
        run("sync")
    robot.tell("plug camera")
    robot.tell("plug bus")


def starts(robot):
    """ready by itself after every start of the machine, an orderly one and one after a loss of power by turns"""
    number = progress()
    robot.journal.await_words(r"Ready\.", 60)
    if number:
        expect(open(KEPT).read() == "kept\n", "the state is gone")
        expect(robot.show("NRestarts") == "0", "restarts: " + robot.show("NRestarts"))
        bad = [line for line in robot.journal.service() if line.priority <= 3]
        expect(not bad, "errors after start %d: %s" % (number, bad))
    ready = robot.journal.words()[0].time
    print("# start %d: ready %.1f s after the kernel" % (number, ready), flush=True)
    if number < COUNT:
        with open(PROGRESS + "/boots", "w") as file:
            file.write(str(number + 1))
        run("sync")
        if number % 2:
            open("/proc/sysrq-trigger", "w").write("b")
        else:
            run("systemctl", "reboot")
        time.sleep(60)


TRIALS = [starts]
