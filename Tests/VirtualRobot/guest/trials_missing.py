"""A robot on which something is missing: it runs, says what, and takes it up when it comes."""
import os

from robot import VOICE, expect, now, pause, run, wait


def prepare(robot):
    robot.devices("camera", "bus")
    robot.tell("distance 3")
    robot.tell("pressure 100653")
    robot.install()
    robot.configure()


def nothing(robot):
    """richcreations/imud#36: with no sensor at all it runs, says after 20 s what is missing, and is never restarted"""
    began = robot.start()
    expect(robot.is_running(), "it is " + robot.show("ActiveState"))
    robot.journal.await_words(r"Not ready yet\. The camera has given no depth reading\.", 35, since=began)
    expect(robot.show("NRestarts") == "0", "restarts: " + robot.show("NRestarts"))
    expect("unavailable" in robot.show("StatusText") or "Waiting" in robot.show("StatusText"), robot.show("StatusText"))
    for words in (("status",), ("doctor",)):
        told = run("companion", *words)[1]
        expect("camera" in told.lower() and "plug" in told.lower(), "companion %s: %s" % (words[0], told))


def no_barometer(robot):
    """raspberrypi/linux#5570: a camera that comes later makes it ready, with no barometer to be found"""
    began = robot.tell("plug camera")
    robot.journal.await_words(r"Ready\.", 25, since=began)
    robot.tell("distance 0.85")
    robot.journal.await_words(r"0\.\d metres\. Something ahead\.", 10, since=began)
    robot.tell("distance 3")
    expect(robot.show("NRestarts") == "0", "restarts: " + robot.show("NRestarts"))


def floors_without_barometer(robot):
    """where there are floors and no barometer, it says after 20 s what is missing, and watches the way ahead meanwhile"""
    robot.furnish()
    began = robot.start()
    robot.call("place", id="ternwick-ground")
    robot.tell("distance 0.85")
    robot.journal.await_words(r"0\.\d metres\. Something ahead\.", 15, since=began)
    robot.tell("distance 3")
    robot.journal.await_words(r"Not ready yet\. The barometer has given no steady reading\.", 40, since=began)
    for words in (("status",), ("doctor",)):
        told = run("companion", *words)[1]
        expect("barometer" in told.lower() and "i2c" in told.lower(), "companion %s: %s" % (words[0], told))


def late_barometer(robot):
    """a barometer that is plugged in later makes it ready, by itself"""
    began = robot.tell("plug bus")
    robot.journal.await_words(r"Ready\.", 40, since=began)
    wait(30, lambda: robot.show("StatusText") == "Everything works.", lambda: "the status: " + robot.show("StatusText"))


def no_voice(robot):
    """with no voice installed the texts stand in the journal, the status says so, and it runs"""
    with open("/etc/companion/companion.json5", "w") as file:
        file.write("{}\n")
    began = robot.start()
    robot.journal.await_line(r"There is no voice: espeak-ng is not installed", 15, since=began, source="companion")
    robot.journal.await_line(r"Says: Ready\.", 25, since=began, source="companion")
    wait(10, lambda: "Nothing is spoken" in robot.show("StatusText"), lambda: "the status: " + robot.show("StatusText"))
    for words in (("status",), ("doctor",)):
        told = run("companion", *words)[1]
        expect("espeak-ng" in told, "companion %s: %s" % (words[0], told))


def missing_voice(robot):
    """brailcom/speechd#883: a configured voice that is missing leaves the next one, and the journal names the first"""
    with open("/etc/companion/companion.json5", "w") as file:
        file.write('{ speech: { hooks: [["/usr/local/bin/no-such-voice"], ["%s"]] } }\n' % VOICE)
    began = robot.start()
    robot.journal.await_words(r"Ready\.", 25, since=began)
    robot.journal.await_line(r"no-such-voice. is missing or may not be run", 5, since=began, source="companion")


def sound_comes_late(robot):
    """snapcast/snapcast#1037: a sound device that cannot be opened five times is tried again until it speaks"""
    shy = "/usr/local/bin/robot-shy"
    with open(shy, "w") as file:
        file.write("#!/bin/sh\ntext=$(cat)\n[ -n \"$text\" ] || exit 0\n"
                   "[ -e /run/robot-sound ] || { echo 'cannot open the device' >&2; exit 1; }\n"
                   "printf '%s\\n' \"$text\" | exec " + VOICE + "\n")
    os.chmod(shy, 0o755)
    robot.configure(voice=shy)
    robot.tell("distance 0.85")
    began = robot.start()
    robot.journal.await_line(r"robot-shy.*ended with status 1", 20, since=began, source="companion")
    before = robot.pid
    pause(began + 14 - now())
    open("/run/robot-sound", "w").close()
    robot.journal.await_words(r"0\.[78] metres\. Something ahead\.", 40, since=began)
    expect(robot.pid == before and robot.show("NRestarts") == "0", "it was restarted")
    lines = [line for line in robot.journal.service(began) if "robot-shy" in line.text and line.priority <= 4]
    expect(len(lines) <= 4, "%d lines about it: %s" % (len(lines), lines))
    robot.tell("distance 3")
    robot.configure()


def no_network(robot):
    """with the no-network drop-in a camera is still unplugged and plugged in, and no internet socket can be had"""
    text = open("/usr/share/companion/drop-ins/no-network.conf").read()
    robot.drop_in("no-network", text)
    robot.ready()
    before = robot.pid
    began = robot.tell("unplug camera")
    robot.journal.await_words(r"Depth readings are unavailable\..*", 6, since=began)
    plugged = robot.tell("plug camera")
    robot.journal.await_words(r"Depth readings are back\.", 20, since=plugged)
    expect(robot.pid == before, "it was restarted")
    robot.no_drop_ins()


TRIALS = [nothing, no_barometer, floors_without_barometer, late_barometer, no_voice, missing_voice, sound_comes_late,
          no_network]
