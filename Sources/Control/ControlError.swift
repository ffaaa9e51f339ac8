import Documents

/// Why a request was not done, in the form of JSON-RPC 2.0: what, where, and what to do.
package struct ControlError: Error, Equatable, Sendable {
    /// The kinds of errors; those of JSON-RPC itself, and this server's own from -32001 on.
    package enum Kind: Int, CaseIterable, Sendable {
        /// The line is no JSON.
        case noJSON = -32700
        /// The line is JSON, and no request.
        case noRequest = -32600
        /// There is no such method.
        case unknownMethod = -32601
        /// A parameter is missing, unknown, or of the wrong kind or range.
        case badParameters = -32602
        /// Something went wrong in the service.
        case inside = -32603
        /// Who is connected may not talk.
        case notAllowed = -32001
        /// As many are connected as may be.
        case tooManyClients = -32002
        /// The service did not answer in time.
        case noAnswer = -32003
        /// The line is longer than a line may be; the connection ends.
        case lineTooLong = -32004
        /// The line was begun and not ended in time; the connection ends.
        case lineUnfinished = -32005
        /// The request was understood, and the answer is no.
        case refused = -32010
        /// The service remembers nothing: it runs without a state directory.
        case noState = -32011
        /// The service remembers in another state directory than the one meant.
        case otherState = -32012
        /// The service is stopping.
        case stopping = -32013

        /// The stable word that stands in `data.code` unless a more exact one is known.
        package var word: String {
            switch self {
            case .noJSON: "noJSON"
            case .noRequest: "noRequest"
            case .unknownMethod: "unknownMethod"
            case .badParameters: "badParameters"
            case .inside: "inside"
            case .notAllowed: "notAllowed"
            case .tooManyClients: "tooManyClients"
            case .noAnswer: "noAnswer"
            case .lineTooLong: "lineTooLong"
            case .lineUnfinished: "lineUnfinished"
            case .refused: "refused"
            case .noState: "noState"
            case .otherState: "otherState"
            case .stopping: "stopping"
            }
        }

        /// One sentence for the printed documentation.
        package var meaning: String {
            switch self {
            case .noJSON: "The line is no JSON."
            case .noRequest: "The line is JSON, and no request: one object a line, batches are not taken."
            case .unknownMethod: "There is no such method."
            case .badParameters: "A parameter is missing, unknown, or of the wrong kind or range."
            case .inside: "Something went wrong in the service."
            case .notAllowed: "Who is connected may not talk; the connection ends."
            case .tooManyClients: "As many are connected as may be; the connection ends."
            case .noAnswer: "The service did not answer in time."
            case .lineTooLong: "A line is longer than 64 KiB; the connection ends."
            case .lineUnfinished: "A line was begun and not ended in time; the connection ends."
            case .refused: "The request was understood, and the answer is no; data.code says why."
            case .noState: "The service runs without a state directory."
            case .otherState: "The service remembers in another state directory."
            case .stopping: "The service is stopping."
            }
        }
    }

    /// What kind of error it is.
    package var kind: Kind
    /// The stable word for a machine, such as `placeInUse`.
    package var word: String
    /// What is wrong, for a person.
    package var message: String
    /// What to do about it; empty where the message says so already.
    package var remedy: String
    /// Where it is, such as a parameter or a file.
    package var at: String?
    /// The exit code of a command that gets this: 1 where the answer is no, 2 for bad input.
    package var exit: Int

    /// Makes an error; `word` is the kind's own where none is given.
    package init(
        _ kind: Kind, _ message: String, remedy: String = "", word: String? = nil, at: String? = nil, exit: Int? = nil
    ) {
        self.kind = kind
        self.word = word ?? kind.word
        self.message = message
        self.remedy = remedy
        self.at = at
        let isInput = [.noJSON, .noRequest, .unknownMethod, .badParameters].contains(kind)
        self.exit = exit ?? (isInput ? 2 : 1)
    }

    /// The `error` member of an answer.
    package var json: JSONValue {
        .object([
            .init("code", .integer(kind.rawValue)),
            .init("message", .string(message + (remedy.isEmpty ? "" : " — " + remedy))),
            .init(
                "data",
                .object([
                    .init("code", .string(word)), .init("problem", .string(message)),
                    .init("remedy", .string(remedy)), .init("at", at.map { .string($0) } ?? .null),
                    .init("exit", .integer(exit)),
                ])),
        ])
    }

    /// Reads the `error` member of an answer; nil where it is none of this server's.
    package init?(json: JSONValue) {
        guard case .number(let number)? = json["code"], let code = Int(number), let kind = Kind(rawValue: code),
            case .string(let message)? = json["message"]
        else { return nil }
        let data = json["data"] ?? .null
        func text(_ key: String) -> String? { if case .string(let text)? = data[key] { text } else { nil } }
        self.init(
            kind, text("problem") ?? message, remedy: text("remedy") ?? "", word: text("code"), at: text("at"))
        if case .number(let exit)? = data["exit"], let exit = Int(exit) { self.exit = exit }
    }
}
