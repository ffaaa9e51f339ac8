import CHTTPServer

/// One request of the page's server, from its head to its end.
struct ConsoleExchange {
    let pointer: OpaquePointer

    /// A number that no other exchange has.
    var number: UInt64 { http_exchange_number(pointer) }

    /// The head, as far as it decides whether the request is let in.
    var head: ConsoleHead {
        var count: UInt32 = 0
        let host = http_exchange_field(pointer, "Host", &count).map { String(cString: $0) } ?? ""
        return ConsoleHead(
            method: String(cString: http_exchange_method(pointer)), path: String(cString: http_exchange_path(pointer)),
            hosts: Array(repeating: host, count: Int(count)), origin: field("Origin"),
            fetchSite: field("Sec-Fetch-Site"), token: field("X-Companion-Console"),
            length: field("Content-Length").flatMap { Int64($0) })
    }

    private func field(_ name: String) -> String? {
        http_exchange_field(pointer, name, nil).map { String(cString: $0) }
    }

    /// A value of the query; nil where it is not there or empty.
    func value(_ name: String) -> String? {
        guard let value = http_exchange_value(pointer, name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// What was sent along.
    var body: [UInt8] {
        var size = 0
        let bytes = http_exchange_body(pointer, &size)
        return Array(UnsafeBufferPointer(start: bytes, count: bytes == nil ? 0 : size))
    }

    /// Answers; once is enough, and a second answer is passed over.
    func answer(_ answer: ConsoleAnswer) {
        Self.withFields(answer.fields) { fields, count in
            answer.bytes.withUnsafeBufferPointer { body in
                _ = http_exchange_answer(pointer, answer.status, fields, count, body.baseAddress, body.count)
            }
        }
    }

    /// Begins to stream events.
    func stream() {
        let head = ConsoleAnswer(type: "text/event-stream; charset=utf-8", bytes: [])
        Self.withFields(head.fields) { fields, count in
            _ = http_exchange_stream(pointer, head.status, fields, count)
        }
    }

    /// Whether whoever asked has gone.
    var isGone: Bool { http_exchange_is_gone(pointer) != 0 }

    /// Cuts off whoever takes nothing, whatever waits for them.
    func cut() { http_exchange_cut(pointer) }

    /// There is something to stream again.
    func wake() { http_exchange_wake(pointer) }

    /// Names and values in turn, as C takes them.
    private static func withFields(
        _ fields: [(name: String, value: String)], _ body: (UnsafePointer<UnsafePointer<CChar>?>?, Int) -> Void
    ) {
        var text: [CChar] = []
        var starts: [Int] = []
        for part in fields.flatMap({ [$0.name, $0.value] }) {
            starts.append(text.count)
            text += part.utf8CString
        }
        text.withUnsafeBufferPointer { text in
            let pointers = starts.map { start in text.baseAddress.map { $0 + start } }
            pointers.withUnsafeBufferPointer { body($0.baseAddress, fields.count) }
        }
    }
}
