"""Whether the emulated devices are what they should be, by the judgement of the kernel's own drivers."""
import array
import fcntl
import glob
import json
import mmap
import os
import re
import select
import struct

from robot import expect, now, run, wait

S_FMT, REQBUFS, QUERYBUF, QBUF, DQBUF = 0xC0D05605, 0xC0145608, 0xC0585609, 0xC058560F, 0xC0585611
STREAMON, STREAMOFF = 0x40045612, 0x40045613


def buffer(index):
    return bytearray(struct.pack("<III", index, 1, 0) + bytes(48) + struct.pack("<I", 1) + bytes(24))


def capture(path, width, height, count, limit=15):
    """Frames of a camera by Video4Linux, each as its samples; and the fourcc."""
    device = os.open(path, os.O_RDWR | os.O_NONBLOCK)
    try:
        shape = bytearray(208)
        struct.pack_into("<I", shape, 0, 1)
        struct.pack_into("<II4sI", shape, 8, width, height, b"Z16 ", 1)
        fcntl.ioctl(device, S_FMT, shape)
        fourcc = bytes(shape[16:20])
        request = bytearray(struct.pack("<III", 4, 1, 1) + bytes(8))
        fcntl.ioctl(device, REQBUFS, request)
        maps = []
        for index in range(struct.unpack_from("<I", request)[0]):
            entry = buffer(index)
            fcntl.ioctl(device, QUERYBUF, entry)
            length, offset = struct.unpack_from("<I", entry, 72)[0], struct.unpack_from("<I", entry, 64)[0]
            maps.append(mmap.mmap(device, length, offset=offset))
            fcntl.ioctl(device, QBUF, buffer(index))
        fcntl.ioctl(device, STREAMON, struct.pack("<i", 1))
        frames, end = [], now() + limit
        while len(frames) < count and now() < end:
            if not select.select([device], [], [], 1)[0]:
                continue
            entry = buffer(0)
            fcntl.ioctl(device, DQBUF, entry)
            index, used = struct.unpack_from("<I", entry)[0], struct.unpack_from("<I", entry, 8)[0]
            frames.append(array.array("H", maps[index][:used]))
            fcntl.ioctl(device, QBUF, buffer(index))
        fcntl.ioctl(device, STREAMOFF, struct.pack("<i", 1))
        for memory in maps:
            memory.close()
        return fourcc, frames
    finally:
        os.close(device)


def video_node():
    return wait(20, lambda: sorted(glob.glob("/dev/video*")), "uvcvideo made no device")[0]


def objects(text):
    """The JSON objects among the lines that a command printed."""
    return [json.loads(line) for line in text.split("\n") if line.startswith("{")]


def judge(robot, name, metres):
    robot.tell("distance %g" % metres)
    robot.tell("plug " + name)
    run("modprobe", "uvcvideo", check=True)
    fourcc, frames = capture(video_node(), 320, 240, 8)
    ours = objects(run("companion", "nearest", "--live", "--count", "12", "--roi", "full", "--json", limit=60)[1])
    robot.tell("unplug " + name)
    wait(10, lambda: not glob.glob("/dev/video*"), "the video device stayed")
    nearest = [reading["reading"] for reading in ours if reading.get("reading") is not None]
    print("# ours: %s" % nearest, flush=True)
    expect(nearest and abs(nearest[-1] - metres) <= 0.03 * metres, "ours reads %s" % ours[-3:])
    expect(fourcc == b"Z16 ", "the format is %r" % fourcc)
    whole = [frame for frame in frames if len(frame) == 320 * 240]
    expect(len(whole) >= 6, "whole frames: %d of %d" % (len(whole), len(frames)))
    middle = sorted(value for value in whole[-1] if value)[len(whole[-1]) // 2]
    expect(abs(middle - metres * 1000) <= 10, "the median sample is %d mm" % middle)
    expect(whole[-1] != whole[-2], "two frames are the same")


def bulk_camera(robot):
    """the kernel's uvcvideo and ours read the same from the camera over bulk transfers, at super speed"""
    judge(robot, "camera", 1.5)


def iso_camera(robot):
    """the kernel's uvcvideo and ours read the same from a camera over isochronous transfers, at high speed"""
    judge(robot, "iso-camera", 2.25)


def bus_address(bus, kind, address):
    with open("/sys/bus/i2c/devices/i2c-%d/new_device" % bus, "w") as file:
        file.write("%s 0x%02x" % (kind, address))


def kilopascals():
    paths = glob.glob("/sys/bus/iio/devices/iio:device*/in_pressure_input")
    return float(open(paths[0]).read()) if paths else None


def kernel_barometer(robot, kind, address, pascals, tolerance, is_still=False):
    bus = robot.bus()
    bus_address(bus, kind, address)
    try:
        wait(10, lambda: kilopascals() is not None, "the driver of %s made no device" % kind)
        read = kilopascals() * 1000
        expect(abs(read - pascals) <= tolerance, "%s reads %.3f Pa, not %.3f" % (kind, read, pascals))
        if is_still:
            return  # ours takes a chip that measures the same for ever to be broken
        through = our_pascals()
        expect(abs(through - pascals) <= 5, "ours reads %.2f Pa through the kernel's driver" % through)
    finally:
        with open("/sys/bus/i2c/devices/i2c-%d/delete_device" % bus, "w") as file:
            file.write("0x%02x" % address)


def our_pascals():
    """The mean of some samples of ours, in pascals."""
    code, text = run("companion", "floors", "--live", "--count", "60", limit=60)
    samples = [float(number) * 100 for number in re.findall(r"(\d+\.\d+) hPa", text)]
    expect(samples, "floors --live: exit %d: %s" % (code, text.strip()[-300:]))
    return sum(samples) / len(samples)


def our_driver(robot, pascals):
    own = our_pascals()
    print("# ours: %.2f Pa" % own, flush=True)
    expect(abs(own - pascals) <= 3, "ours reads %.2f Pa, not %.2f" % (own, pascals))


def bmp280(robot):
    """the kernel's bmp280 driver reads the data sheet's example from the emulated BMP280: 100653.3 Pa"""
    kernel_barometer(robot, "bmp280", 0x76, 100653.27, 0.1, is_still=True)


def bmp280_told(robot):
    """it reads what the emulated BMP280 is told, and so does ours, through it and by itself"""
    robot.tell("pressure 98765.4")
    kernel_barometer(robot, "bmp280", 0x76, 98765.4, 3.0)
    our_driver(robot, 98765.4)


def bmp388(robot):
    """it reads what the emulated BMP388 is told, by its own compensation, and so does ours"""
    robot.tell("chip bmp388")
    robot.tell("pressure 100250")
    kernel_barometer(robot, "bmp380", 0x77, 100250, 3.0)
    our_driver(robot, 100250)


def bmp390(robot):
    """ours reads what the emulated BMP390 is told, which this kernel's driver does not know"""
    robot.tell("chip bmp390")
    robot.tell("pressure 101000")
    our_driver(robot, 101000)


def prepare(robot):
    robot.devices("camera", "iso-camera", "bus")
    robot.tell("plug bus")
    robot.install()
    robot.configure()
    robot.stop()


TRIALS = [bulk_camera, iso_camera, bmp280, bmp280_told, bmp388, bmp390]
