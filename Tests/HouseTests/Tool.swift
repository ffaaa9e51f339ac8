import Evidence
import Glibc

/// Runs a program to its end without opening a descriptor in this process, whose descriptors other tests count.
enum Tool {
    struct Outcome {
        var status: Int32
        var output: String
    }

    /// Where the names of programs are looked up.
    private static var searchPath: [String] {
        getenv("PATH").map { String(cString: $0).split(separator: ":").map(String.init) } ?? []
    }

    /// The full path of a program: from the search path, or beside where `swift` really lies.
    static func find(_ name: String) -> String? {
        let beside = searchPath.compactMap { folder -> String? in
            guard let real = realpath(folder + "/swift", nil) else { return nil }
            defer { free(real) }
            return String(cString: real).split(separator: "/").dropLast().map { "/" + $0 }.joined()
        }
        return (searchPath + beside).map { $0 + "/" + name }.first { access($0, X_OK) == 0 }
    }

    /// Runs a program and gives its exit status and all that it wrote; nil where it does not start.
    static func run(_ program: String, _ arguments: [String]) throws -> Outcome? {
        try Files.withTemporaryFolder { folder in
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            let file = folder + "/output"
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
            var words = ([program] + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var child = pid_t()
            guard posix_spawn(&child, program, &actions, nil, &words, environ) == 0 else { return nil }
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
            return Outcome(status: status, output: Files.text(file) ?? "")
        }
    }
}
