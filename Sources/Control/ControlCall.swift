import Documents

/// One request, read from its line and checked against the table.
package struct ControlCall: Sendable {
    /// What the answer carries; nil for a notification, which gets none.
    package var id: JSONValue?
    /// The method.
    package var method: ControlMethod
    /// Its parameters.
    package var parameters: ControlParameters

    /// Why a line is no request, with the id to answer to; nil where nothing is answered, since it was a notification.
    package struct Refusal: Error, Equatable, Sendable {
        /// The id to answer to: null where it could not be read.
        package var id: JSONValue?
        /// Why.
        package var error: ControlError
    }

    /// The deepest nesting of a request.
    static let deepest = 16

    /// Reads a line.
    package init(_ line: [UInt8]) throws(Refusal) {
        let members = try Self.members(line)
        func member(_ name: String) -> JSONValue? { members.first { $0.key == name }?.value }
        let id = member("id")
        switch id {
        case nil, .null, .string, .number: break
        default: throw Self.noRequest("the id is neither a text nor a number nor null", at: "id")
        }
        guard case .string("2.0")? = member("jsonrpc") else {
            throw Self.noRequest("the request needs \"jsonrpc\":\"2.0\"", at: "jsonrpc", id: id ?? .null)
        }
        guard case .string(let name)? = member("method") else {
            throw Self.noRequest("the request needs a \"method\"", at: "method", id: id ?? .null)
        }
        if let stray = members.first(where: { !["jsonrpc", "id", "method", "params"].contains($0.key) }) {
            throw Self.noRequest("a request has no member \"\(stray.key)\"", at: stray.key, id: id)
        }
        self.id = id
        method = try Self.method(name, id: id)
        parameters = try Self.parameters(member("params"), of: method, id: id)
    }

    private static func members(_ line: [UInt8]) throws(Refusal) -> [JSONValue.Member] {
        let document: Document
        do throws(DocumentError) {
            document = try Document(line, limits: .init(bytes: ControlLimits.line, depth: deepest))
        } catch {
            throw Refusal(
                id: .null, error: ControlError(.noJSON, "the line is no JSON", remedy: error.description, at: error.at))
        }
        switch JSONValue(document.root) {
        case .object(let members): return members
        case .array:
            throw noRequest(
                "batches are not taken", at: nil, remedy: "send one object a line, as many as needed at once")
        default: throw noRequest("a request is an object, { … }", at: nil)
        }
    }

    private static func noRequest(
        _ message: String, at: String?, id: JSONValue? = .null, remedy: String = ""
    ) -> Refusal {
        let example = "for example " + (ControlMethods.method("where")?.exampleLine ?? "")
        return Refusal(
            id: id, error: ControlError(.noRequest, message, remedy: remedy.isEmpty ? example : remedy, at: at))
    }

    private static func method(_ name: String, id: JSONValue?) throws(Refusal) -> ControlMethod {
        if let method = ControlMethods.method(name) { return method }
        let nearest = NearestName.among(ControlMethods.all.map(\.name), to: name).first
        let hint = nearest.map { "did you mean \"\($0)\"?" } ?? "companion control methods lists them"
        throw Refusal(
            id: id,
            error: ControlError(.unknownMethod, "there is no method \"\(name.prefix(64))\"", remedy: hint, at: "method")
        )
    }

    private static func parameters(
        _ value: JSONValue?, of method: ControlMethod, id: JSONValue?
    ) throws(Refusal) -> ControlParameters {
        let members: [JSONValue.Member]
        switch value {
        case nil: members = []
        case .object(let given): members = given
        default:
            throw Refusal(
                id: id,
                error: ControlError(
                    .badParameters, "params is no object", remedy: "give parameters by name, { … }", at: "params"))
        }
        do throws(ControlError) {
            return try ControlParameters(members, of: method)
        } catch { throw Refusal(id: id, error: error) }
    }
}

/// What became of a request.
package enum ControlOutcome: Equatable, Sendable {
    /// The result.
    case result(JSONValue)
    /// Why there is none.
    case error(ControlError)

    /// The line of the answer, without its newline; one that would be too long comes without its effects, and says so.
    package func line(id: JSONValue) -> [UInt8] {
        let line = written(id: id)
        guard line.count > ControlLimits.line else { return line }
        guard case .result(.object(let members)) = self, members.contains(where: { $0.key == "effects" }) else {
            let error = ControlError(.inside, "the answer is longer than a line may be", remedy: "ask for less of it")
            return ControlOutcome.error(error).written(id: id)
        }
        let rest = members.filter { $0.key != "effects" } + [.init("isShortened", .boolean(true))]
        return ControlOutcome.result(.object(rest)).line(id: id)
    }

    private func written(id: JSONValue) -> [UInt8] {
        let member: JSONValue.Member =
            switch self {
            case .result(let value): .init("result", value)
            case .error(let error): .init("error", error.json)
            }
        return DocumentWriter.compact(.object([.init("jsonrpc", .string("2.0")), .init("id", id), member]))
    }
}
