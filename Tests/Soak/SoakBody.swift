import Foundation

/// What this process takes of the machine.
struct SoakBody {
    /// Memory that is really there, in KiB.
    var kibibytes: Int
    /// Open descriptors.
    var descriptors: Int

    /// Looks now.
    static func now() -> SoakBody {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ")
        let resident = pages.flatMap { $0.count > 1 ? Int($0[1]) : nil } ?? 0
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return SoakBody(kibibytes: resident * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024, descriptors: names.count)
    }
}
