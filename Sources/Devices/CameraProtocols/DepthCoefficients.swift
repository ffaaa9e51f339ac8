import Readings

/// The stereo calibration of a D400 camera: table 25.
///
/// 16 bytes of head {version, most significant byte first; type; size; parameter; checksum}, then two intrinsics and
/// two rotations of nine numbers each, the baseline in millimetres at byte 160, and at byte 256 sixteen times {focal
/// across, focal down, axis column, axis row} for known resolutions.
package struct DepthCoefficients: Equatable, Sendable {
    /// Why a table is not believed.
    package enum Failure: Error, Equatable, Sendable {
        /// Fewer bytes than the table says, or than it needs.
        case short(bytes: Int)
        /// A table of another kind.
        case wrongTable(type: UInt16)
        /// The checksum does not fit.
        case wrongChecksum
        /// A number that cannot be.
        case implausible
    }

    /// The distance between the imagers in metres, 0.005 to 0.5.
    package var baselineMetres: Double
    private var rows: [[Double]]

    private static let bytes = 512
    private static let resolutions: [(width: Int, height: Int)?] = [
        (1920, 1080), (1280, 720), (640, 480), (848, 480), (640, 360), (424, 240), (320, 240), (480, 270), (1280, 800),
        (960, 540), nil, nil, (640, 400), (576, 576), (720, 720), (1152, 1152),
    ]

    /// Reads the table, checked by its type, size, checksum (CRC-32 as in zlib) and ranges.
    package init(_ data: ArraySlice<UInt8>) throws(Failure) {
        guard data.count >= Self.bytes, let type = LittleEndian.word(data, 2), let size = LittleEndian.long(data, 4),
            let checksum = LittleEndian.long(data, 12)
        else { throw .short(bytes: data.count) }
        guard type == 25 else { throw .wrongTable(type: type) }
        guard Int(size) + 16 <= data.count, Int(size) + 16 >= Self.bytes else { throw .short(bytes: data.count) }
        guard CRC32.of(data.dropFirst(16).prefix(Int(size))) == checksum else { throw .wrongChecksum }
        guard let baseline = LittleEndian.float(data, 160), (5...500).contains(abs(baseline)) else {
            throw .implausible
        }
        baselineMetres = abs(baseline) / 1000
        rows = (0..<16).map { row in
            (0..<4).map { LittleEndian.float(data, 256 + row * 16 + $0 * 4) ?? 0 }
        }
    }

    /// The intrinsics of a resolution; nil where the table has nothing plausible.
    ///
    /// 848×100 and 256×144 are cut out of larger pictures, so that only the axis moves; an unlisted size is taken as
    /// the first one shrunk.
    package func intrinsics(width: Int, height: Int) -> PinholeIntrinsics? {
        let found: PinholeIntrinsics
        if let index = Self.resolutions.firstIndex(where: { $0.map { $0 == (width, height) } ?? false }) {
            found = row(index, width: width, height: height)
        } else if (width, height) == (848, 100) {
            found = row(3, width: width, height: height, up: 190)
        } else if (width, height) == (256, 144) {
            found = row(0, width: width, height: height, left: 832, up: 468)
        } else {
            let first = row(0, width: width, height: height)
            let across = Double(width) / 1920
            let down = Double(height) / 1080
            found = PinholeIntrinsics(
                width: width, height: height, focalX: first.focalX * across, focalY: first.focalY * down,
                centreX: first.centreX * across, centreY: first.centreY * down)
        }
        return found.isPlausible ? found : nil
    }

    private func row(_ index: Int, width: Int, height: Int, left: Double = 0, up: Double = 0) -> PinholeIntrinsics {
        let row = rows[index]
        return PinholeIntrinsics(
            width: width, height: height, focalX: row[0], focalY: row[1], centreX: row[2] - left, centreY: row[3] - up)
    }
}
