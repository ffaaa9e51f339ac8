import Documents

/// An answer of the page's server, with what a browser is told to allow it.
package struct ConsoleAnswer: Equatable, Sendable {
    /// The status of HTTP.
    package var status: UInt32
    /// The type of the body.
    package var type: String
    /// The body.
    package var bytes: [UInt8]

    /// Makes an answer.
    package init(status: UInt32 = 200, type: String, bytes: [UInt8]) {
        self.status = status
        self.type = type
        self.bytes = bytes
    }

    /// A value as JSON.
    package static func json(_ value: JSONValue, status: UInt32 = 200) -> ConsoleAnswer {
        ConsoleAnswer(
            status: status, type: "application/json; charset=utf-8", bytes: DocumentWriter.compact(value))
    }

    /// A refusal in plain words.
    package static func refusal(_ status: UInt32, _ reason: String) -> ConsoleAnswer {
        ConsoleAnswer(status: status, type: "text/plain; charset=utf-8", bytes: Array((reason + "\n").utf8))
    }

    /// What every answer carries: nothing is kept, nothing comes from elsewhere, and no other page may show it.
    package static let protection: [(name: String, value: String)] = [
        ("Cache-Control", "no-store"), ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
        ("X-Frame-Options", "DENY"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
                + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), usb=()"),
    ]

    /// The fields of the head.
    package var fields: [(name: String, value: String)] {
        // who was refused is not kept waiting on for another try
        Self.protection + [("Content-Type", type)] + (status >= 400 ? [("Connection", "close")] : [])
    }
}
