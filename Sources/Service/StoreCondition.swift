import Documents

/// How the state directory is.
struct StoreCondition {
    let directory: String
    let health: Memory.Health

    var json: JSONValue {
        let state = health.trouble != nil ? "trouble" : health.isWriter ? "ok" : "starting"
        return .object([
            .init("directory", .string(directory)), .init("state", .string(state)),
            .init("lost", .integer(health.lost)),
        ])
    }

    var problem: StatusProblem? {
        health.trouble.map {
            StatusProblem(code: $0.word, message: "nothing can be kept: \($0.message)", remedy: $0.remedy)
        }
    }
}
