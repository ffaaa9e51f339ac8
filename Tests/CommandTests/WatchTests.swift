import Evidence
import Foundation
import Testing

@Suite(.enabled(if: Companion.isPresent, "\(Companion.absence)")) struct WatchTests {
    /// Someone who stands before a wall for `seconds`.
    private func scenario(in folder: String, seconds: Double) {
        Files.write(
            """
            {
                walk: [{ at: [0, 0], heading: 0, pause: \(seconds) }],
                walls: [{ start: [0.8, -6], end: [0.8, 6] }],
                camera: { width: 80, height: 60, rate: 15, disparityNoise: 0.02 }, barometer: { noise: 0.004 },
            }
            """, to: folder + "/s.json5")
    }

    @Test func `Without a terminal it prints a line a second and ends with its input`() throws {
        try Files.withTemporaryFolder { folder in
            scenario(in: folder, seconds: 4)
            let run = try Companion.run(["watch", "--simulate", "s.json5"], in: folder)
            #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
            #expect((3...8).contains(run.lines.count), "\(run.output)")
            #expect(run.output.contains("nearest 0.7") && run.output.contains("hPa"), "\(run.output)")
            #expect(!run.output.contains("\u{1B}"))
        }
    }

    @Test func `Without a camera it says so once, and goes on waiting for one`() throws {
        try Files.withTemporaryFolder { folder in
            let running = try RunningProgram(Companion.path, ["watch"], in: folder)
            let isGoing = running.wait(limit: 20) { $0.output.split(separator: "\n").count >= 3 || $0.hasEnded }
            running.send(SIGTERM)
            let run = running.end(limit: 20)
            #expect(isGoing && run.status == 0, "\(run.output)\(run.errors)")
            let told = run.errorLines.filter { $0.contains("no depth camera is plugged in") }
            #expect(told.count == 1 && told[0].contains("--simulate demo"), "\(run.errors)")
        }
    }

    @Test func `For machines it prints an object a second`() throws {
        struct Line: Decodable {
            var t: Double
            var reading: Double?
            var usableShare: Double?
            var frameRate: Double
            var depth: String
        }
        try Files.withTemporaryFolder { folder in
            scenario(in: folder, seconds: 3)
            let run = try Companion.run(["watch", "--simulate", "s.json5", "--json"], in: folder)
            let lines = try run.lines.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
            #expect(run.status == 0 && lines.count >= 2)
            let read = try #require(lines.compactMap(\.reading).first)
            #expect(abs(read - 0.8) < 0.1)
            #expect(lines.contains { $0.frameRate > 5 && ($0.usableShare ?? 0) > 0.5 }, "\(run.output)")
        }
    }

    @Test func `On a terminal it draws to the size of the window, and q gives the terminal back`() throws {
        try Files.withTemporaryFolder { folder in
            scenario(in: folder, seconds: 20)
            Files.write(Self.terminal, to: folder + "/terminal.py")
            let run = try RunningProgram(
                "/usr/bin/env", ["python3", "terminal.py", Companion.path, "watch", "--simulate", "s.json5"], in: folder
            ).end(limit: 30)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.contains("Nearest surface") && run.output.contains("q quits"), "\(run.output)")
            #expect(run.output.contains("exit 0") && run.output.contains("restored True"), "\(run.output)")
            #expect(run.output.contains("too wide 0"), "\(run.output)")
        }
    }

    @Test func `Two kinds of input exclude each other`() throws {
        let run = try Companion.run(["watch", "--simulate", "demo", "--from", "x"])
        #expect(run.status == 2 && run.errorLines.count == 1)
    }

    /// Runs a program on a terminal of 60×22, lets it draw for three seconds, makes the window narrower, and presses q.
    private static let terminal = """
        import fcntl, os, pty, re, select, struct, sys, termios, time
        pid, fd = pty.fork()
        if pid == 0:
            os.execv(sys.argv[1], sys.argv[1:])
        def size(columns, rows):
            fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack('HHHH', rows, columns, 0, 0))
        def read(seconds):
            text, end = b'', time.monotonic() + seconds
            while time.monotonic() < end:
                if select.select([fd], [], [], 0.1)[0]:
                    try:
                        part = os.read(fd, 65536)
                    except OSError:
                        break
                    if not part:
                        break
                    text += part
            return text.decode(errors='replace')
        size(60, 22)
        before = termios.tcgetattr(fd)
        text = read(3)
        size(40, 12)
        read(0.5)
        narrow = read(1)
        os.write(fd, b'q')
        rest = read(6)
        status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        def plain(screen):
            return [re.sub('\\x1b\\\\[[0-9;?]*[A-Za-z]', '', line) for line in screen.split('\\r\\n')]
        screens = narrow.split('\\x1b[H')[1:-1]
        wide = [line for screen in screens for line in plain(screen) if len(line) > 40]
        print('\\n'.join(plain(text.split('\\x1b[H')[-2])))
        print('too wide', len(wide), wide[:2])
        print('restored', '\\x1b[?1049l' in rest)
        print('exit', status)
        """
}
