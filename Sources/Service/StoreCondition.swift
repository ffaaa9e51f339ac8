import Documents

/// How the state directory is.
struct StoreCondition {
    let directory: String
    let health: Memory.Health

    var json: JSONValue {
        let state =
            health.trouble != nil
            ? "trouble" : !health.damage.isEmpty ? "damaged" : health.isWriter ? "ok" : "starting"
        return .object([
            .init("directory", .string(directory)), .init("state", .string(state)),
            .init("lost", .integer(health.lost)),
            .init("damaged", .array(health.damage.map { .string($0.path) })),
        ])
    }

    var problems: [StatusProblem] {
        let trouble = health.trouble.map {
            StatusProblem(code: $0.word, message: "nothing can be kept: \($0.message)", remedy: $0.remedy)
        }
        let damage = health.damage.map { StatusProblem(code: $0.code, message: $0.problem, remedy: $0.remedy) }
        return [trouble].compactMap { $0 } + damage
    }
}
