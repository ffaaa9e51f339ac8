"""A day of the robot: it starts, a wall comes nearer, stairs and an elevator are taken, its camera comes and goes."""
import re

from robot import expect, now, pause, run, shell, wait, within

HEIGHT = 8.43  # metres for one hectopascal here; a floor of 3.5 m is about 42 Pa


def prepare(robot):
    robot.devices("camera", "bus")
    robot.tell("pressure 100653")
    robot.tell("distance 3")
    robot.tell("plug camera")
    robot.tell("plug bus")
    robot.install()
    robot.configure()


def installed(robot):
    """the package starts the service and enables it; sensors, bus and camera belong to its groups"""
    expect(run("systemctl", "is-enabled", "companion")[1].strip() == "enabled", "the unit is not enabled")
    wait(10, robot.is_running, lambda: "the service is " + robot.show("ActiveState"))
    expect(robot.show("User") == "companion", "it runs as " + robot.show("User"))
    _, groups = shell("id -nG companion; grep ^Groups: /proc/%d/status" % robot.pid)
    bus = shell("stat -c '%%G %%a' /dev/i2c-%d" % robot.bus())[1].strip()
    expect(bus == "i2c 660", "the bus is of " + bus)
    _, node = shell("for d in /sys/bus/usb/devices/*; do [ \"$(cat $d/idVendor 2>/dev/null)\" = 8086 ] && "
                    "printf '/dev/bus/usb/%03d/%03d' $(cat $d/busnum) $(cat $d/devnum); done")
    camera = shell("stat -c '%%G %%a' %s" % node.strip())[1].strip()
    expect(camera == "plugdev 660", "the camera %s is of %s" % (node, camera))


def ready(robot):
    """with both sensors it says “Ready.” once, and its status says that everything works"""
    robot.furnish()
    began = robot.ready()
    heard = robot.journal.await_words(r"Ready\.", 1, since=began)
    print("# ready after %.1f s" % (heard.time - began), flush=True)
    wait(20, lambda: robot.show("StatusText") == "Everything works.", lambda: "the status: " + robot.show("StatusText"))
    expect(len([line for line in robot.journal.words(began) if line.text == "Ready."]) == 1, "it was said twice")


def wall(robot):
    """a wall that comes nearer is announced within 1.5 s, with its distance, and again every 3 s"""
    began = robot.tell("approach 3.0 0.85 4")
    crossed = began + 4 * (3.0 - 1.0) / (3.0 - 0.85)
    heard = robot.journal.await_words(r"\d\.\d metres\. Something ahead\.", 12, since=began)
    delay = heard.time - crossed
    print("# “%s” came %.2f s after the wall was at 1 m" % (heard.text, delay), flush=True)
    expect(-0.2 <= delay <= within(1.5), "the words came %.2f s after the wall was at 1 m" % delay)
    expect(re.match(r"(0\.[89]|1\.0) metres", heard.text), heard.text)
    again = robot.journal.await_words(r"0\.[78] metres\. Something ahead\.", 6, since=heard.time + 1)
    expect(2.5 <= again.time - heard.time <= within(4.5), "repeated after %.2f s" % (again.time - heard.time))


def wall_away(robot):
    """a wall that goes away is not announced any more"""
    robot.tell("distance 3")
    gone = now() + 1.0
    pause(gone + 4 - now())
    words = [line.text for line in robot.journal.words(gone)]
    expect(not words, "heard: %s" % words)


def settle(robot):
    """Tells where the robot is, and lets the barometer come to rest."""
    robot.call("place", id="ternwick-ground")
    pause(20)


def stairs(robot):
    """stairs going up, 3.5 m in 14 s, are noticed once"""
    settle(robot)
    began = robot.tell("climb %.1f 14" % (100653 - 350 / HEIGHT))
    robot.journal.await_words(r"We have left the floor, going up\.", 30, since=began)
    count = len([line for line in robot.journal.words(began) if "left the floor" in line.text])
    expect(count == 1, "said %d times" % count)


def elevator(robot):
    """an elevator ride of 17.5 m down is noticed once"""
    settle(robot)
    began = robot.tell("climb %.1f 16" % (100653 - 350 / HEIGHT + 1750 / HEIGHT))
    robot.journal.await_words(r"We have left the floor, going down\.", 30, since=began)
    pause(began + 26 - now())
    count = len([line for line in robot.journal.words(began) if "left the floor" in line.text])
    expect(count == 1, "said %d times" % count)


def unplugged(robot):
    """a camera that is pulled out is missed within 2.5 s, and is back within 6 s of being plugged in"""
    before = robot.pid
    began = robot.tell("unplug camera")
    lost = robot.journal.await_words(r"Depth readings are unavailable\..*", 6, since=began)
    expect(lost.time - began <= within(2.5), "missed after %.1f s" % (lost.time - began))
    wait(5, lambda: "Depth readings are unavailable" in robot.show("StatusText"), robot.show("StatusText"))
    told = robot.status()
    expect("camera" in told.lower() and "plug" in told.lower(), "companion status tells no remedy: " + told)
    plugged = robot.tell("plug camera")
    back = robot.journal.await_words(r"Depth readings are back\.", 20, since=plugged)
    print("# missed after %.1f s, back after %.1f s" % (lost.time - began, back.time - plugged), flush=True)
    expect(back.time - plugged <= within(6), "back after %.1f s" % (back.time - plugged))
    expect(robot.pid == before, "it was restarted")


def unplugged_often(robot):
    """realsenseai/librealsense#11881: five more times in and out, each missed and each back, and nothing leaks"""
    before, descriptors = robot.pid, count_descriptors(robot)
    for _ in range(5):
        began = robot.tell("unplug camera")
        robot.journal.await_words(r"Depth readings are unavailable\..*", 6, since=began)
        plugged = robot.tell("plug camera")
        robot.journal.await_words(r"Depth readings are back\.", 20, since=plugged)
    expect(robot.pid == before, "it was restarted")
    after = count_descriptors(robot)
    expect(after <= descriptors + 3, "descriptors: %d before, %d after" % (descriptors, after))


def count_descriptors(robot):
    return int(shell("ls /proc/%d/fd | wc -l" % robot.pid)[1])


def frozen(robot):
    """rai-opensource/spot_ros2#605: a camera that sends the same frame again and again is missed, and its return is said"""
    began = robot.tell("camera freeze")
    robot.journal.await_words(r"Depth readings are unavailable\..*", 8, since=began)
    well = robot.tell("camera well")
    robot.journal.await_words(r"Depth readings are back\.", 25, since=well)


def silent(robot):
    """a camera that sends nothing any more is missed, and comes back by the driver's own ladder"""
    before = robot.pid
    began = robot.tell("camera silence")
    robot.journal.await_words(r"Depth readings are unavailable\..*", 6, since=began)
    well = robot.tell("camera well")
    robot.journal.await_words(r"Depth readings are back\.", 30, since=well)
    expect(robot.pid == before, "it was restarted")


def stalled(robot):
    """one stall and one torn frame cost nothing that anybody hears"""
    began = robot.tell("camera stall")
    pause(began + 3 - now())
    robot.tell("camera truncate")
    pause(began + 6 - now())
    words = [line.text for line in robot.journal.words(began)]
    expect(not words, "heard: %s" % words)


def barometer_refuses(robot):
    """esphome/issues#1221: a barometer that answers no more is told once, and its return is told"""
    settle(robot)
    began = robot.tell("refuse 1")
    robot.journal.await_words(r"The barometer has stopped\. I may not notice a change of floor\.", 20, since=began)
    told = robot.status()
    expect("i2c" in told.lower() and "barometer" in told.lower(), "companion status tells no remedy: " + told)
    well = robot.tell("refuse 0")
    robot.journal.await_words(r"The barometer is back\.", 40, since=well)
    count = len([line for line in robot.journal.words(began) if "barometer" in line.text])
    expect(count == 2, "heard %d words about it" % count)


def other_chip(robot):
    """a BMP390 in place of the BMP280 is found by itself"""
    settle(robot)
    began = robot.tell("chip none")
    robot.journal.await_words(r"The barometer has stopped\..*", 20, since=began)
    well = robot.tell("chip bmp390")
    robot.journal.await_words(r"The barometer is back\.", 40, since=well)


def stop(robot):
    """systemctl stop during a route says “Stopping.” and ends it within 3 s, well, with nothing left running"""
    robot.call("place", id="ternwick-ground")
    robot.call("go", to="Workshop", **{"from": "Main entrance"})
    pause(3)
    began = now()
    seconds = robot.stop()
    print("# stopped in %.1f s" % seconds, flush=True)
    expect(seconds <= within(3.5), "it took %.1f s" % seconds)  # half a second for systemctl itself under emulation
    expect(robot.show("Result") == "success", "the result is " + robot.show("Result"))
    expect(shell("pgrep -u companion")[0] == 1, "something of it is left running")
    words = [line.text for line in robot.journal.words(began)]
    expect("Stopping." in words and "Companion stopped." not in words, "heard: %s" % words)


TRIALS = [installed, ready, wall, wall_away, stairs, elevator, unplugged, unplugged_often, frozen, silent, stalled,
          barometer_refuses, other_chip, stop]
