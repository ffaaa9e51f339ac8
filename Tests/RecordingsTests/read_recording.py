"""Reads a recording with PyPI's mcap, which shares no line with the service's own reader, and prints what it found.

usage: read_recording.py summary|stream FILE
  summary  through the index at the end of the file, with every checksum
  stream   from front to back, as far as the file goes
"""
import hashlib
import json
import sys

from mcap.exceptions import McapError
from mcap.reader import NonSeekingReader, SeekingReader
from mcap_protobuf.decoder import DecoderFactory


def digest(image):
    return {
        "width": image.width,
        "height": image.height,
        "encoding": image.encoding,
        "step": image.step,
        "sha256": hashlib.sha256(image.data).hexdigest(),
    }


def summary(path):
    with open(path, "rb") as stream:
        reader = SeekingReader(stream, validate_crcs=True, decoder_factories=[DecoderFactory()])
        found = reader.get_summary()
        counts = found.statistics.channel_message_counts
        channels = {
            channel.topic: {
                "count": counts.get(channel.id, 0),
                "encoding": channel.message_encoding,
                "schema": found.schemas[channel.schema_id].name,
                "schemaEncoding": found.schemas[channel.schema_id].encoding,
            }
            for channel in found.channels.values()
        }
        for schema in found.schemas.values():
            if schema.encoding == "jsonschema":
                json.loads(schema.data)
        images, texts, lines, optics = [], 0, [], []
        for decoded in reader.iter_decoded_messages(topics=["/depth/image", "/depth/confidence"]):
            images.append([decoded.channel.topic, decoded.message.log_time, digest(decoded.decoded_message)])
        for decoded in reader.iter_decoded_messages(topics=["/log"]):
            lines.append([decoded.decoded_message.level, decoded.decoded_message.message])
        for decoded in reader.iter_decoded_messages(topics=["/depth/camera"]):
            optics.append(list(decoded.decoded_message.K))
        for _, channel, message in reader.iter_messages():
            if channel.message_encoding == "json":
                json.loads(message.data)
                texts += 1
        attachments = {file.name: file.data.decode() for file in reader.iter_attachments()}
        metadata = {facts.name: facts.metadata for facts in reader.iter_metadata()}
        return {
            "channels": channels, "chunks": len(found.chunk_indexes), "images": images, "texts": texts,
            "compression": sorted({index.compression for index in found.chunk_indexes}),
            "log": lines, "optics": optics, "attachments": attachments, "metadata": metadata,
        }


def stream(path):
    counts, why = {}, ""
    with open(path, "rb") as file:
        try:
            for _, channel, _ in NonSeekingReader(file, validate_crcs=True).iter_messages(log_time_order=False):
                counts[channel.topic] = counts.get(channel.topic, 0) + 1
        except (McapError, EOFError, ValueError) as error:
            why = type(error).__name__
    return {"counts": counts, "why": why}


print(json.dumps({"summary": summary, "stream": stream}[sys.argv[1]](sys.argv[2])))
