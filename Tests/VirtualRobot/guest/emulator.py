#!/usr/bin/env python3
"""The robot's devices, and what happens to them: takes one command a line on a socket, and answers each with one line.

usage: emulator.py DEVICE…      devices: camera iso-camera bus

  plug NAME / unplug NAME       the device comes and goes
  distance METRES               the wall that the camera sees
  approach FROM TO SECONDS      it comes nearer, or goes
  camera FAULT                  silence, freeze, stall, truncate, or well
  pressure PASCALS              what the barometer on the bus measures
  climb TO SECONDS              it changes over a time
  refuse 0|1                    whether no chip on the bus answers
  chip bmp280|bmp388|bmp390|none      what is on the bus
  frames                        how many frames were sent
Every answer begins with the time of CLOCK_MONOTONIC.
"""
import os
import socket
import sys
import threading
import time

from depth_camera import DepthCamera, IsochronousCamera
from i2c_adapter import Bmp280, Bmp388, Bmp390, I2CAdapter
from usbip import Connection

SOCKET = "/run/emulator.socket"


class Emulator:
    def __init__(self, names):
        self.chips = {"bmp280": Bmp280(), "bmp388": Bmp388(), "bmp390": Bmp390()}
        makers = {"camera": DepthCamera, "iso-camera": IsochronousCamera,
                  "bus": lambda: I2CAdapter({0x76: self.chips["bmp280"]})}
        self.devices = {name: makers[name]() for name in names}
        self.chip = self.chips["bmp280"]
        self.movement = {}

    @property
    def cameras(self):
        return [device for device in self.devices.values() if isinstance(device, DepthCamera)]

    def move(self, what, start, end, seconds, apply):
        """Lets a value go from one to another over a time; a later movement of the same takes its place."""
        mark = self.movement[what] = object()
        began = time.monotonic()

        def run():
            while self.movement.get(what) is mark:
                share = min(1.0, (time.monotonic() - began) / seconds) if seconds > 0 else 1.0
                apply(start + (end - start) * share)
                if share >= 1.0:
                    return
                time.sleep(0.04)

        threading.Thread(target=run, daemon=True).start()

    def set_distance(self, metres):
        for camera in self.cameras:
            camera.metres = round(metres, 2)

    def set_pressure(self, pascals):
        self.chip.pascals = pascals

    def obey(self, words):
        verb, rest = words[0], words[1:]
        if verb == "plug":
            if not self.devices[rest[0]].is_plugged:
                Connection(self.devices[rest[0]])
        elif verb == "unplug":
            if self.devices[rest[0]].is_plugged:
                self.devices[rest[0]].connection.close()
        elif verb == "distance":
            self.movement["distance"] = None
            self.set_distance(float(rest[0]))
        elif verb == "approach":
            self.move("distance", float(rest[0]), float(rest[1]), float(rest[2]), self.set_distance)
        elif verb == "camera":
            for camera in self.cameras:
                camera.fault, camera.frozen = (None if rest[0] == "well" else rest[0]), None
        elif verb == "pressure":
            self.movement["pressure"] = None
            self.set_pressure(float(rest[0]))
        elif verb == "climb":
            self.move("pressure", self.chip.pascals, float(rest[0]), float(rest[1]), self.set_pressure)
        elif verb == "refuse":
            self.devices["bus"].is_refused = rest[0] == "1"
        elif verb == "chip":
            self.chip = self.chips.get(rest[0], self.chip)
            address = {"bmp280": 0x76, "bmp388": 0x77, "bmp390": 0x77}
            self.devices["bus"].chips = {address[rest[0]]: self.chip} if rest[0] in address else {}
        elif verb == "frames":
            return str(sum(camera.sent for camera in self.cameras))
        else:
            raise ValueError("there is no command " + verb)
        return "ok"


def main():
    emulator = Emulator(sys.argv[1:])
    if os.path.exists(SOCKET):
        os.unlink(SOCKET)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    listener.bind(SOCKET)
    listener.listen(4)
    while True:
        client, _ = listener.accept()
        with client, client.makefile("rw") as lines:
            for line in lines:
                try:
                    answer = emulator.obey(line.split())
                except Exception as error:  # whatever a trial asked wrongly is told to it
                    answer = "error %r" % error
                lines.write("%.6f %s\n" % (time.monotonic(), answer))
                lines.flush()


main()
