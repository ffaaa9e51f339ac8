"""An I2C bus on USB (i2c-tiny-usb) with barometers on it, each a model of its registers."""
import random
import struct

from usbip import Device, Stall, interface


# A chip that measures the same to the last digit again and again is broken.
NOISE = random.Random(3)


class Bmp280:
    """Bosch BMP280 with the calibration of its data sheet's example; it measures only when it is told to."""

    calibration = (27504, 26435, -1000, 36477, -10685, 3024, 2855, 140, -7, 15500, -14600, 6000)
    example = (519888, 415148)  # 25.08 °C, 100653.27 Pa

    def __init__(self):
        self.pascals, self.pointer = None, 0
        self.reset()

    def reset(self):
        self.registers = bytearray(256)
        struct.pack_into("<HhhHhhhhhhhh", self.registers, 0x88, *self.calibration)
        self.registers[0xD0] = 0x58
        self.registers[0xF7:0xFD] = bytes([0x80, 0, 0, 0x80, 0, 0])

    @classmethod
    def compensate(cls, temperature, pressure):
        t1, t2, t3, p1, p2, p3, p4, p5, p6, p7, p8, p9 = cls.calibration
        fine = (temperature / 16384 - t1 / 1024) * t2 + (temperature / 131072 - t1 / 8192) ** 2 * t3
        a = fine / 2 - 64000
        b = (a * a * p6 / 32768 + a * p5 * 2) / 4 + p4 * 65536
        a = (1 + ((p3 * a * a / 524288 + p2 * a) / 524288) / 32768) * p1
        p = (1048576 - pressure - b / 4096) * 6250 / a
        return p + (p9 * p * p / 2147483648 + p * p8 / 32768 + p7) / 16

    def measure(self):
        temperature, pressure = self.example
        if self.pascals is not None:
            low, high = 0, 1 << 20
            while high - low > 1:
                middle = (low + high) // 2
                if self.compensate(temperature, middle) > self.pascals:
                    low = middle
                else:
                    high = middle
            pressure = high
            pressure += NOISE.randint(-8, 8)
            temperature += NOISE.randint(-2, 2)
        for at, raw in ((0xF7, pressure), (0xFA, temperature)):
            self.registers[at:at + 3] = bytes([raw >> 12, raw >> 4 & 255, raw << 4 & 255])

    def write(self, data):
        if data:
            self.pointer = data[0]
        for register, value in zip(data[0::2], data[1::2]):
            if register == 0xE0 and value == 0xB6:
                self.reset()
            elif register in (0xF4, 0xF5):
                self.registers[register] = value

    def read(self, count):
        mode = self.registers[0xF4] & 3
        if mode and self.pointer <= 0xFC and self.pointer + count > 0xF7:
            self.measure()
            if mode != 3:
                self.registers[0xF4] &= 0xFC
        text = bytes(self.registers[(self.pointer + at) & 255] for at in range(count))
        self.pointer = (self.pointer + count) & 255
        return text


class Bmp390:
    """Bosch BMP390: packed calibration, a command register, and data only in forced or normal mode."""

    trim = bytes.fromhex("366bd44af6f8020afc23008a629577f3f624401cc4")
    raw_temperature = 8387584
    number = 0x60

    def __init__(self):
        self.pascals, self.pointer = 101325.0, 0
        self.reset()

    def reset(self):
        self.registers = bytearray(128)
        self.registers[0x00], self.registers[0x03], self.registers[0x10] = self.number, 0x10, 0x01
        self.registers[0x31:0x31 + 21] = self.trim
        self.registers[0x1C], self.registers[0x1D] = 0x02, 0x00

    @classmethod
    def compensate(cls, pressure):
        t1, t2, t3, p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11 = struct.unpack("<HHbhhbbHHbbhbb", cls.trim)
        d = cls.raw_temperature - t1 * 2 ** 8
        t = d * t2 / 2 ** 30 + d * d * t3 / 2 ** 48
        offset = p5 * 2 ** 3 + p6 / 2 ** 6 * t + p7 / 2 ** 8 * t ** 2 + p8 / 2 ** 15 * t ** 3
        slope = (p1 - 2 ** 14) / 2 ** 20 + (p2 - 2 ** 14) / 2 ** 29 * t + p3 / 2 ** 32 * t ** 2 + p4 / 2 ** 37 * t ** 3
        bend = p9 / 2 ** 48 + p10 / 2 ** 48 * t
        return offset + pressure * slope + pressure ** 2 * bend + pressure ** 3 * p11 / 2 ** 65

    def measure(self):
        low, high = 0, 1 << 24
        falls = self.compensate(1 << 23) > self.compensate(1 << 23 | 1 << 20)
        while high - low > 1:
            middle = (low + high) // 2
            if (self.compensate(middle) > self.pascals) == falls:
                low = middle
            else:
                high = middle
        self.registers[0x04:0x07] = (high + NOISE.randint(-8, 8)).to_bytes(3, "little")
        self.registers[0x07:0x0A] = (self.raw_temperature + NOISE.randint(-64, 64)).to_bytes(3, "little")

    def write(self, data):
        if data:
            self.pointer = data[0]
        for register, value in zip(data[0::2], data[1::2]):
            if register == 0x7E and value == 0xB6:
                self.reset()
            elif 0x15 <= register <= 0x1F:
                self.registers[register] = value

    def read(self, count):
        control = self.registers[0x1B]
        measures = control & 0x30 and control & 3
        self.registers[0x03] = 0x10 | (0x60 if measures else 0)
        if measures and self.pointer <= 0x09 and self.pointer + count > 0x04:
            self.measure()
        text = bytes(self.registers[(self.pointer + at) & 127] for at in range(count))
        self.pointer = (self.pointer + count) & 127
        return text


class Bmp388(Bmp390):
    """The older one of the two, which the kernel's driver knows."""

    number = 0x50


class I2CAdapter(Device):
    name = "bus"
    speed = "full"
    vendor, product = 0x0403, 0xC631
    strings = ["", "virtual robot", "i2c-tiny-usb", "I1"]

    def __init__(self, chips):
        super().__init__()
        self.chips, self.is_refused, self.status = chips, False, 0

    def configuration(self):
        body = interface(0, 0, 0, 255, 0)
        return struct.pack("<BBHBBBBB", 9, 2, 9 + len(body), 1, 1, 0, 0x80, 50) + body

    def request(self, kind, request, value, index, length, data):
        if kind & 0x60 != 0x40:
            raise Stall
        if request == 0:
            return struct.pack("<H", value)
        if request == 1:
            return struct.pack("<I", 0x0EFF0009)
        if request == 2:
            return b""
        if request == 3:
            return bytes([self.status])
        if not 4 <= request <= 7:
            raise Stall
        chip = None if self.is_refused else self.chips.get(index & 0x7F)
        self.status = 1 if chip else 2
        if kind & 0x80:
            return chip.read(length) if chip else b"\xff" * length
        if chip:
            chip.write(data)
        return b""
