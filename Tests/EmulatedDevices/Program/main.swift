import CEmulatedDevices
import Glibc

/// Devices that no machine has, for programs that are started under umockdev's preload.
///
/// It owns one testbed. Its first line is `UMOCKDEV_DIR=…`, which a client needs beside
/// `LD_PRELOAD=libumockdev-preload.so.0`. It takes commands as lines on standard input and answers each with one line:
/// `ok`, what was asked for, or `error …`. It ends when its input does.
enum EmulatedDevices {
    /// Those who know commands; a line goes to the first that knows its first word.
    private static let departments: [any Department] = [CameraCommands(), BusCommands()]

    static func run() -> Int32 {
        guard emulated_testbed_open() == 0, let folder = emulated_testbed_folder() else { return 1 }
        say("UMOCKDEV_DIR=" + String(cString: folder))
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            if words.isEmpty { continue }
            say(perform(words))
        }
        for department in departments { department.close() }
        emulated_testbed_close()
        return 0
    }

    private static func perform(_ words: [String]) -> String {
        for department in departments {
            if let answer = department.perform(words) { return answer }
        }
        return "error: no command \(words[0])"
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

exit(EmulatedDevices.run())
