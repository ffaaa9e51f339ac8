"""What ends a service, fills its disk or turns its clock: it comes back, goes on, and says so."""
import os
import re

from robot import STATE, VOICE, expect, now, pause, run, shell, wait, within


def prepare(robot):
    robot.devices("camera", "bus")
    robot.tell("distance 3")
    robot.tell("pressure 100653")
    robot.tell("plug camera")
    robot.tell("plug bus")
    robot.install()
    robot.configure()
    robot.ready()


def restarted(robot, before, began, limit):
    """Waits until the service has another process that is ready; gives when it said so."""
    wait(limit, lambda: robot.pid not in (0, before) and robot.is_running(),
         lambda: "no new process; the unit is " + robot.show("ActiveState"))
    return robot.journal.await_words(r"Ready\.", limit, since=began + 0.5)


def stopped_words(robot, since):
    return [line for line in robot.journal.words(since) if line.text == "Companion stopped."]


def killed(robot):
    """after kill -9 “Companion stopped.” is heard, and “Ready.” again within 8 s"""
    before, began = robot.pid, now()
    os.kill(before, 9)
    robot.journal.await_words(r"Companion stopped\.", 8, since=began)
    ready = restarted(robot, before, began, 20)
    print("# ready again after %.1f s" % (ready.time - began), flush=True)
    expect(ready.time - began <= within(12), "ready again after %.1f s" % (ready.time - began))
    expect(robot.show("NRestarts") == "1", "restarts: " + robot.show("NRestarts"))


def killed_again(robot):
    """killed again within the minute it comes back without saying so a second time"""
    before, began = robot.pid, now()
    os.kill(before, 9)
    restarted(robot, before, began, 20)
    expect(not stopped_words(robot, began), "it was said again")


def forget_last_words():
    if os.path.exists("/run/companion/stopped-words"):
        os.unlink("/run/companion/stopped-words")


def stuck_loop(robot):
    """a decision loop that stands still is ended by the watchdog, although every other thread goes on"""
    forget_last_words()
    robot.drop_in("fault", "[Service]\nEnvironmentFile=-/run/robot-fault\n")
    with open("/run/robot-fault", "w") as file:
        file.write("COMPANION_FAULT=stuck-loop:3\n")
    began = robot.start()
    before = robot.pid
    line = robot.journal.await_line("The decision loop stands still", 20, since=began)
    os.unlink("/run/robot-fault")
    timeout = robot.journal.await_line(r"Watchdog timeout", 15, since=line.time)
    print("# the watchdog bit %.1f s after the loop stood still" % (timeout.time - line.time), flush=True)
    expect(3 <= timeout.time - line.time <= within(7), "after %.1f s" % (timeout.time - line.time))
    robot.journal.await_words(r"Companion stopped\.", 10, since=line.time)
    restarted(robot, before, line.time, 20)
    robot.no_drop_ins()


def stopped_process(robot):
    """systemd/systemd#1970: a process that is stopped is ended by the watchdog, and “Companion stopped.” is said once"""
    forget_last_words()
    robot.ready()
    before, began = robot.pid, now()
    os.kill(before, 19)
    ready = restarted(robot, before, began, 25)
    print("# ready again after %.1f s" % (ready.time - began), flush=True)
    expect(len(stopped_words(robot, began)) == 1, "said %d times" % len(stopped_words(robot, began)))


def stuck_voice(robot):
    """Azure/AgentBaker#9089: a voice that ignores being asked does not hold up the restart"""
    stubborn = "/usr/local/bin/robot-stubborn"
    with open(stubborn, "w") as file:
        file.write("#!/bin/sh\ntrap '' TERM INT HUP\ncat >/dev/null\nsleep 300 & sleep 300\n")
    os.chmod(stubborn, 0o755)
    robot.configure(voice=stubborn)
    robot.start()
    wait(15, lambda: shell("pgrep -f robot-stubborn")[0] == 0, "the voice was not started")
    before, began = robot.pid, now()
    os.kill(before, 9)
    wait(20, lambda: robot.pid not in (0, before) and robot.is_running(), "no new process")
    seconds = now() - began
    print("# back after %.1f s" % seconds, flush=True)
    expect(seconds <= within(10), "back after %.1f s" % seconds)
    robot.configure()
    took = robot.stop()
    expect(took <= within(3.5), "stopping it took %.1f s" % took)
    robot.ready()


def clock(robot):
    """joan2937/pigpio#133: with the clock set a year ahead and back, a wall is announced every 3 s as before"""
    # The journal loses its order, and some lines, over such steps; so what is said is written down beside it.
    shell("mkdir -p /run/robot-heard && chmod 777 /run/robot-heard")
    robot.drop_in("heard", "[Service]\nReadWritePaths=/run/robot-heard\n"
                           "StandardOutput=append:/run/robot-heard/effects\n"
                           "StandardError=append:/run/robot-heard/effects\n")
    scribe = "/usr/local/bin/robot-scribe"
    with open(scribe, "w") as file:
        file.write("#!/bin/busybox sh\nIFS= read -r text || [ -n \"$text\" ] || exit 0\n"
                   "read -r up rest < /proc/uptime\necho \"$up $text\" >> /run/robot-heard/words\n")
    os.chmod(scribe, 0o755)
    robot.configure(voice=scribe)
    robot.start()

    def heard():
        path = "/run/robot-heard/words"
        lines = open(path).read().split("\n") if os.path.exists(path) else []
        return [(float(line.split(" ", 1)[0]), line.split(" ", 1)[1]) for line in lines if " " in line]

    wait(30, lambda: [text for _, text in heard() if text == "Ready."], lambda: "heard: %s" % heard())
    before, began = robot.pid, robot.tell("distance 0.85")
    wait(10, lambda: [text for _, text in heard() if "Something ahead" in text], lambda: "heard: %s" % heard())
    for step in ("+1 year", "-1 year", "-1 year", "+1 year"):
        run("date", "-s", step, check=True)
        pause(2.6)
    words = [(time, text) for time, text in heard() if time >= began]
    robot.tell("distance 3")
    # What stays where it is is repeated three times every 3 s, then more rarely.
    times = [time for time, text in words if "Something ahead" in text][:4]
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    effects = open("/run/robot-heard/effects").read()[-3000:]
    expect(len(times) == 4, "announced %d times: %s; it wrote\n%s" % (len(times), words, effects))
    expect(all(2.5 <= gap <= within(4.5) for gap in gaps), "gaps: %s" % gaps)
    expect(all("Something ahead" in text for _, text in words), "heard as well: %s" % words)
    expect(robot.pid == before, "it was restarted")
    robot.no_drop_ins()
    robot.configure()
    robot.ready()


def full_disk(robot):
    """with the disk full it runs, speaks and takes up its work, and says in the journal what it could not keep"""
    robot.stop()
    run("mount", "-t", "tmpfs", "-o", "size=256k,mode=750,uid=%s,gid=%s" % (
        shell("id -u companion")[1].strip(), shell("id -g companion")[1].strip()), "full", STATE, check=True)
    try:
        shell("dd if=/dev/zero of=%s/filling bs=1k count=400" % STATE)
        robot.configure("seen: { enabled: true }")
        began = robot.ready()
        robot.tell("distance 0.85")
        robot.journal.await_words(r"0\.[78] metres\. Something ahead\.", 10, since=began)
        complaints = [line for line in robot.journal.service(began) if re.search(r"[Nn]o space|could not be kept|full",
                                                                                line.text)]
        expect(complaints, "the journal says nothing: %s" % robot.journal.service(began))
        expect(len(complaints) <= 6, "%d complaints" % len(complaints))
        expect(robot.is_running(), "it is " + robot.show("ActiveState"))
    finally:
        robot.tell("distance 3")
        robot.stop()
        run("umount", STATE)
        robot.configure()


def read_only_state(robot):
    """with a state directory that cannot be written to it runs, is ready, and says so in the journal"""
    run("mount", "--bind", STATE, STATE, check=True)
    run("mount", "-o", "remount,bind,ro", STATE, check=True)
    try:
        robot.configure("units: 'metric'")
        began = robot.ready()
        robot.journal.await_line(r"[Rr]ead-only|No copy of the configuration", 10, since=began, source="companion")
        expect(robot.is_running(), "it is " + robot.show("ActiveState"))
        expect(robot.show("NRestarts") == "0", "restarts: " + robot.show("NRestarts"))
    finally:
        robot.stop()
        run("umount", STATE)
        robot.configure()


def typo(robot):
    """cppalliance/mrdocs#992: with a mistake in the configuration it runs on the last good one, and says where it is"""
    robot.configure("depth: { threshold: 0.7 }")
    robot.ready()
    good = VOICE
    with open("/etc/companion/companion.json5", "w") as file:
        file.write("{\n    speech: { hooks: [[\"%s\"]] },\n    depth: { treshold: 0.5 },\n}\n" % good)
    began = robot.start()
    robot.journal.await_words(r"The configuration has a mistake\. I am using the last valid settings\.", 20, since=began)
    line = robot.journal.await_line(r"companion\.json5:3: .*threshold", 5, since=began, source="companion")
    expect(line.priority <= 4, "its priority is %d" % line.priority)
    expect("configuration is refused" in robot.show("StatusText"), "the status: " + robot.show("StatusText"))
    robot.tell("distance 0.85")
    began = now()
    pause(began + 4 - now())
    expect(not [word for word in robot.journal.words(began) if "Something ahead" in word.text],
           "the threshold is not the last good one")
    robot.tell("distance 3")
    robot.configure()
    run("systemctl", "reload", "companion", check=True)
    wait(10, lambda: robot.show("StatusText") == "Everything works.", lambda: "the status: " + robot.show("StatusText"))


def reload(robot):
    """a reload takes a valid configuration at once, without a restart, and refuses a wrong one whole"""
    robot.ready()
    before = robot.pid
    robot.tell("distance 0.85")
    robot.journal.await_words(r"0\.[78] metres\. Something ahead\.", 10, since=now() - 1)
    robot.configure("depth: { threshold: 0.5 }")
    run("systemctl", "reload", "companion", check=True)
    began = robot.journal.await_line(r"The configuration was changed", 10, since=now() - 3).time + 0.5
    pause(began + 4.5 - now())
    expect(not [line for line in robot.journal.words(began) if "Something ahead" in line.text], "the threshold is as it was")
    robot.configure("depth: { threshold: 99 }")
    run("systemctl", "reload", "companion", check=True)
    robot.journal.await_line(r"The configuration was not changed", 10, since=began)
    robot.tell("distance 3")
    robot.configure()
    expect(robot.pid == before, "it was restarted")


def one_line_a_minute(robot):
    """a fault that repeats is one line a minute with its count"""
    robot.furnish()  # where there are floors, the barometer is asked for
    robot.ready()
    began = robot.tell("refuse 1")
    pause(began + 70 - now())
    robot.tell("refuse 0")
    lines = {}
    for line in robot.journal.service(began):
        if line.priority <= 4 and line.time < began + 70:
            text = re.sub(r" \(\d+ times since last said\)", "", line.text)
            lines.setdefault(text, []).append(line)
    expect(lines, "the journal says nothing about it")
    for text, repeated in lines.items():
        expect(len(repeated) <= 2, "%d times in 70 s: %s" % (len(repeated), text))


TRIALS = [killed, killed_again, stuck_loop, stopped_process, stuck_voice, clock, full_disk, read_only_state, typo, reload,
          one_line_a_minute]
