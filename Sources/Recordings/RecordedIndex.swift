import Platform
import Readings

/// Reads the index of a recorded folder: a header that names `t` and `file`, then a line a frame in order of time.
enum RecordedIndex {
    /// The most bytes that an index may have.
    static let byteLimit = 64 << 20

    static func read(_ path: String, folder: String) throws(RecordedFolder.Failure) -> [RecordedFolder.Frame] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try ReadFile.whole(path, limit: byteLimit)
        } catch {
            throw .cannotRead(path: path, error)
        }
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        guard let header = lines.first, let columns = Columns(header) else {
            throw .index(path: path, line: 1, message: "the header names no t and file — begin with the line t,file")
        }
        var frames: [RecordedFolder.Frame] = []
        for (number, line) in lines.enumerated().dropFirst() where !PressureLogRow.trimmed(line).isEmpty {
            let frame = try columns.frame(line, number: number + 1, path: path, folder: folder)
            if let last = frames.last, frame.time < last.time {
                throw .index(path: path, line: number + 1, message: "t goes back — put the lines in order of time")
            }
            frames.append(frame)
        }
        return frames
    }

    private struct Columns {
        let time: Int
        let file: Int

        init?(_ header: ArraySlice<UInt8>) {
            guard let fields = PressureLogRow.fields(PressureLogRow.trimmed(header)),
                let time = fields.firstIndex(of: "t"), let file = fields.firstIndex(of: "file")
            else { return nil }
            self.time = time
            self.file = file
        }

        func frame(
            _ line: ArraySlice<UInt8>, number: Int, path: String, folder: String
        ) throws(RecordedFolder.Failure) -> RecordedFolder.Frame {
            func fail(_ message: String) -> RecordedFolder.Failure {
                .index(path: path, line: number, message: message)
            }
            guard let fields = PressureLogRow.fields(PressureLogRow.trimmed(line)), fields.count > max(time, file)
            else {
                throw fail("the line has no t and file — give both, separated by a comma")
            }
            guard let nanoseconds = PressureLogNumber.nanoseconds(fields[time]) else {
                throw fail("t is \"\(fields[time].prefix(40))\", which is no number — write seconds")
            }
            let name = fields[file]
            guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
                throw fail("\"\(name.prefix(80))\" is no file of this folder — name one that lies in it")
            }
            return .init(time: Instant(nanoseconds: nanoseconds), path: folder + "/" + name)
        }
    }
}
