#!/usr/bin/env python3
"""The messages of the bridge by rosbags, which shares no line with it or with DDS.

Each line of standard input is a JSON object: {"type": "sensor_msgs/msg/Range", "store": "jazzy", "bytes": "hex"} is read
and written again; {"type": …, "make": {"fields": …}} is written. Each line of output tells what became of it."""
import json
import math
import sys

import numpy
from rosbags.typesys import Stores, get_typestore

STORES = {"humble": get_typestore(Stores.ROS2_HUMBLE), "jazzy": get_typestore(Stores.ROS2_JAZZY)}


def plain(value):
    if hasattr(value, "__dataclass_fields__"):
        return {name: plain(getattr(value, name)) for name in value.__dataclass_fields__ if name != "__msgtype__"}
    if isinstance(value, (list, tuple, numpy.ndarray)):
        return [plain(item) for item in value]
    if isinstance(value, (float, numpy.floating)):
        value = float(value)
        return value if math.isfinite(value) else "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return int(value) if isinstance(value, numpy.integer) else value


def built(store, kind, fields):
    """A message of plain values; whatever is not named is zero or empty."""
    made = {}
    for name, (form, detail) in store.get_msgdef(kind).fields:
        value = fields.get(name)
        if form.name == "NAME":
            made[name] = built(store, detail, value or {})
        elif form.name == "BASE":
            made[name] = value if value is not None else "" if detail[0] == "string" else 0
        elif form.name == "ARRAY":
            made[name] = numpy.array(value or [0.0] * detail[1], dtype=numpy.float64)
        else:
            made[name] = value or []
    return store.types[kind](**made)


def main():
    for line in sys.stdin:
        asked = json.loads(line)
        store, kind = STORES[asked.get("store", "jazzy")], asked["type"]
        told = {"hash": store.hash_rihs01(kind)}
        if "bytes" in asked:
            raw = bytes.fromhex(asked["bytes"])
            message = store.deserialize_cdr(raw, kind)
            told["message"] = plain(message)
            told["same"] = bytes(store.serialize_cdr(message, kind)) == raw
        if "make" in asked:
            told["bytes"] = bytes(store.serialize_cdr(built(store, kind, asked["make"]), kind)).hex()
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
