import CBusTestbed
import Glibc

/// I2C buses that no machine has, for programs that are started under umockdev's preload.
///
/// Its first line is `UMOCKDEV_DIR=…`, which a client needs beside `LD_PRELOAD=libumockdev-preload.so.0`. It takes
/// commands as lines on standard input, see ``BusCommands``, and answers each with one line. It ends when its input
/// does.
enum EmulatedBus {
    static func run() -> Int32 {
        guard emulated_testbed_open() == 0, let folder = emulated_testbed_folder() else { return 1 }
        let commands = BusCommands()
        say("UMOCKDEV_DIR=" + String(cString: folder))
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            if words.isEmpty { continue }
            say(commands.perform(words) ?? "error: no command \(words[0])")
        }
        commands.close()
        emulated_testbed_close()
        return 0
    }

    private static func say(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(STDOUT_FILENO, bytes, bytes.count)
    }
}

exit(EmulatedBus.run())
