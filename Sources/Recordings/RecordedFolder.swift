import Glibc
import Platform
import Readings

/// A folder of recorded depth frames and pressure: what it holds, and when.
///
/// Frames are 16-bit PNG or raw little-endian files. With an `index.csv` of `t,file` each has its own time; without,
/// they follow each other in the order of their names at one rate. `pressure.csv` is a pressure log. The earliest time
/// of both is the recording's beginning.
package struct RecordedFolder: Sendable {
    /// A frame: when it was taken, since the beginning, and its file.
    package struct Frame: Equatable, Sendable {
        /// When it was taken.
        package var time: Instant
        /// The path of its file.
        package var path: String
    }

    /// Why a folder cannot be played.
    package enum Failure: Error, Sendable {
        /// The folder or a file in it cannot be read.
        case cannotRead(path: String, SystemError)
        /// A line of the index is wrong.
        case index(path: String, line: Int, message: String)
        /// The pressure log is wrong.
        case pressure(path: String, PressureLogError)
        /// The first frame cannot be read; later ones are counted as malformed while playing.
        case frame(DepthImageError)
        /// There is neither a frame nor a pressure log.
        case empty(path: String)
    }

    /// How raw files and frames without an index are to be read.
    package struct Options: Sendable {
        /// Frames a second where there is no index.
        package var rate = 15.0
        /// The size of raw frames.
        package var size: DepthImageFile.Size?
        /// Metres for one unit of depth.
        package var depthUnit = 0.001

        /// The standard options.
        package init() {}
    }

    /// The frames in order of time.
    package private(set) var frames: [Frame] = []
    /// The pressure samples in order of time, since the beginning; nil where there is no log.
    package private(set) var pressure: [PressureSample]?
    private let options: Options

    /// Reads what a folder holds; the first frame is read as well, so that a wrong size is told at once.
    package init(_ path: String, options: Options) throws(Failure) {
        let folder = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.options = options
        let names = try Self.names(in: folder)
        let log = names.contains("pressure.csv") ? try Self.log(folder + "/pressure.csv") : nil
        if names.contains("index.csv") {
            frames = try RecordedIndex.read(folder + "/index.csv", folder: folder)
            let beginning = Instant.sooner(frames.first?.time, log?.beginning)
            place(log, beginning: beginning, movesFrames: true)
        } else {
            let step = 1_000_000_000 / options.rate
            let images = names.filter { name in [".png", ".z16", ".raw"].contains { name.lowercased().hasSuffix($0) } }
            frames = images.sorted().enumerated().map { index, name in
                Frame(time: Instant(nanoseconds: Int64((Double(index) * step).rounded())), path: folder + "/" + name)
            }
            place(log, beginning: log?.beginning, movesFrames: false)
        }
        guard !frames.isEmpty || pressure != nil else { throw .empty(path: folder) }
        try checkFirstFrame()
    }

    /// When the last reading comes.
    package var end: Instant { max(frames.last?.time ?? .start, pressure?.last?.time ?? .start) }

    /// Reads a frame into `frame`; one that cannot be read leaves a frame without samples, which is malformed.
    ///
    /// Gives what was wrong with it, or nil.
    @discardableResult
    package func load(_ index: Int, into frame: inout DepthFrame, arrival: Instant) -> DepthImageError? {
        let recorded = frames[index]
        do throws(DepthImageError) {
            let image = try DepthImageFile.read(recorded.path, size: options.size)
            frame = image.frame(
                depthUnit: options.depthUnit, sequence: UInt64(index), cameraTime: recorded.time - .start,
                arrival: arrival)
            return nil
        } catch {
            frame = DepthFrame(width: 1, height: 1, samples: [], sequence: UInt64(index), arrival: arrival)
            return error
        }
    }

    /// Counts the times of the log, and of indexed frames, from the beginning.
    private mutating func place(_ log: PressureLog?, beginning: Instant?, movesFrames: Bool) {
        let offset = (beginning ?? .start) - .start
        if movesFrames {
            for index in frames.indices { frames[index].time = frames[index].time - offset }
        }
        pressure = log?.samples.map { sample in
            var sample = sample
            sample.time = sample.time - offset
            return sample
        }
    }

    private func checkFirstFrame() throws(Failure) {
        guard let first = frames.first else { return }
        do throws(DepthImageError) {
            _ = try DepthImageFile.read(first.path, size: options.size)
        } catch {
            throw .frame(error)
        }
    }

    private static func log(_ path: String) throws(Failure) -> PressureLog {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try ReadFile.whole(path, limit: PressureLog.sizeLimit)
        } catch {
            throw .cannotRead(path: path, error)
        }
        do throws(PressureLogError) {
            return try PressureLog(csv: bytes)
        } catch {
            throw .pressure(path: path, error)
        }
    }

    private static func names(in folder: String) throws(Failure) -> [String] {
        guard let stream = opendir(folder) else { throw .cannotRead(path: folder, .last("open \(folder)")) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                    pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names
    }
}
