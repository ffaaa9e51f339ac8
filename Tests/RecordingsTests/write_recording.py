"""Writes a hundred messages with PyPI's mcap.

usage: write_recording.py none|plain|zstd|lz4 FILE     (none: without chunks)
"""
import sys

from mcap.writer import CompressionType, Writer

how, path = sys.argv[1:]
compression = {"zstd": CompressionType.ZSTD, "lz4": CompressionType.LZ4}.get(how, CompressionType.NONE)
with open(path, "wb") as stream:
    writer = Writer(stream, chunk_size=700, compression=compression, use_chunking=how != "none")
    writer.start()
    schema = writer.register_schema(name="n", encoding="jsonschema", data=b"{}")
    channel = writer.register_channel(topic="/n", message_encoding="json", schema_id=schema)
    for number in range(100):
        writer.add_message(channel, log_time=number, publish_time=number, data=b'{"n": %d}' % number)
    writer.finish()
