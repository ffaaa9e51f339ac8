import Calibration
import Documents
import Platform
import Readings

/// The calibration profiles: those that are shipped, and over them those of the machine.
///
/// A file of the machine takes the place of the shipped one of the same name; a file of a new name is one more, and
/// is asked first. One that is refused changes nothing.
package struct CalibrationProfiles: Sendable {
    /// What is wrong with the machine's own files; each names the file, the line and the key.
    package private(set) var findings: [FileFinding] = []
    /// The cameras, those of the machine first.
    package private(set) var cameras: [CameraProfile] = []
    /// The barometers, those of the machine first.
    package private(set) var barometers: [BarometerProfile] = []
    /// The mountings, those of the machine first.
    package private(set) var mountings: [MountingCalibration] = []

    /// Files that are longer are no profiles.
    private static let fileLimit = 1 << 18
    /// So many files of a folder are read.
    private static let countLimit = 256

    /// Reads the shipped profiles, then the `.json5` files of each folder in turn; later folders win.
    ///
    /// A folder that does not exist is no mistake.
    package init(overrides folders: [String] = []) {
        var chosen = Self.shipped
        var shippedNames = Set(chosen.map(\.name))
        var own: [(name: String, profile: CalibrationProfile)] = []
        for folder in folders {
            for name in Self.names(in: folder, findings: &findings) {
                guard let profile = read(folder + "/" + name) else { continue }
                if shippedNames.remove(name) != nil { chosen.removeAll { $0.name == name } }
                own.removeAll { $0.name == name }
                own.append((name, profile))
            }
        }
        for (_, profile) in own.reversed() + chosen { add(profile) }
    }

    /// The profile of a camera by its USB numbers; nil where there is none, see ``CameraProfile/unknown``.
    package func camera(vendor: UInt16, product: UInt16) -> CameraProfile? {
        cameras.first { $0.vendorId == vendor && $0.productIds.contains(product) }
    }

    /// The profile of a barometer chip by its name, such as `bmp390`; nil where there is none.
    package func barometer(chip: String) -> BarometerProfile? {
        barometers.first { $0.chip == chip }
    }

    private mutating func add(_ profile: CalibrationProfile) {
        switch profile {
        case .camera(let camera): cameras.append(camera)
        case .barometer(let barometer): barometers.append(barometer)
        case .mounting(let mounting): mountings.append(mounting)
        }
    }

    private mutating func read(_ path: String) -> CalibrationProfile? {
        do throws(SystemError) {
            let bytes = try ReadFile.whole(path, limit: Self.fileLimit)
            let (profile, found) = CalibrationProfile.read(bytes, file: path)
            findings += found
            return profile
        } catch {
            findings.append(FileFinding(file: path, code: "unreadable", message: error.description))
            return nil
        }
    }

    private static func names(in folder: String, findings: inout [FileFinding]) -> [String] {
        do throws(SystemError) {
            let names = try ProfileFolder.names(in: folder)
            if names.count > countLimit {
                findings.append(
                    FileFinding(
                        file: folder, code: "unreadable",
                        message: "more than \(countLimit) profiles; only the first are read"))
            }
            return Array(names.prefix(countLimit))
        } catch {
            findings.append(FileFinding(file: folder, code: "unreadable", message: error.description))
            return []
        }
    }

    /// The shipped profiles by file name; each is known to be in order, which a test holds.
    private static let shipped: [(name: String, profile: CalibrationProfile)] = ShippedProfiles.files.compactMap {
        file in
        CalibrationProfile.read(file.bytes, file: file.name).profile.map { (file.name, $0) }
    }
}
