/// What messages of a channel look like: a name and a description that tools understand.
package struct MCAPSchema: Equatable, Sendable {
    /// The name, such as `foxglove.RawImage`.
    package var name: String
    /// How the description is written: `protobuf` or `jsonschema`.
    package var encoding: String
    /// The description.
    package var data: [UInt8]

    /// Makes a schema.
    package init(name: String, encoding: String, data: [UInt8]) {
        self.name = name
        self.encoding = encoding
        self.data = data
    }
}

/// A row of messages about one thing.
package struct MCAPChannel: Equatable, Sendable {
    /// The name of the thing, such as `/depth`.
    package var topic: String
    /// How its messages are written: `protobuf` or `json`.
    package var encoding: String
    /// What its messages look like; nil where nobody said.
    package var schema: MCAPSchema?
    /// What else is known of it.
    package var metadata: [String: String]

    /// Makes a channel.
    package init(topic: String, encoding: String, schema: MCAPSchema?, metadata: [String: String] = [:]) {
        self.topic = topic
        self.encoding = encoding
        self.schema = schema
        self.metadata = metadata
    }
}

/// One message of a file that is read.
package struct MCAPMessage: Equatable, Sendable {
    /// The number of its channel.
    package var channel: UInt16
    /// Its number in the channel, as the writer counted.
    package var sequence: UInt32
    /// When it was recorded, in nanoseconds since 1970 UTC.
    package var logTime: UInt64
    /// When it was made, in nanoseconds since 1970 UTC.
    package var publishTime: UInt64
    /// Its bytes.
    package var data: [UInt8]
}

/// A file within a file.
package struct MCAPAttachment: Equatable, Sendable {
    /// Its name.
    package var name: String
    /// What it is, such as `application/json`.
    package var mediaType: String
    /// When it was recorded, in nanoseconds since 1970 UTC.
    package var logTime: UInt64
    /// Its bytes.
    package var data: [UInt8]
}
