import CFuzzDriver
import FuzzEntries
import Glibc
import Synchronization

/// Hands an entry to libFuzzer.
enum FuzzRun {
    /// Which entry the callback feeds: it can carry nothing with it.
    private static let chosen = Mutex(FuzzEntry.descriptor)

    /// Fuzzes and ends the program.
    static func start(_ entry: FuzzEntry) -> Never {
        chosen.withLock { $0 = entry }
        // libFuzzer reads the arguments as the program's own, without the entry's name.
        var arguments: [UnsafeMutablePointer<CChar>?] = CommandLine.arguments.enumerated()
            .filter { $0.offset != 1 }.map { strdup($0.element) }
        var count = Int32(arguments.count)
        arguments.append(nil)
        let status = arguments.withUnsafeMutableBufferPointer { list in
            var start = list.baseAddress
            return LLVMFuzzerRunDriver(&count, &start) { data, size in
                let entry = FuzzRun.chosen.withLock { $0 }
                entry.run(UnsafeRawBufferPointer(start: data, count: size))
                return 0
            }
        }
        exit(status)
    }
}
