import Glibc

/// What barometers there are, for `devices` and `doctor`.
package struct BarometerScan: Equatable, Sendable {
    /// One barometer.
    package struct Place: Equatable, Sendable {
        /// The chip, such as “BMP390”; what the kernel's driver calls it where that drives it.
        package var chip: String
        /// The node of the bus, such as `/dev/i2c-1`; nil where the kernel drives it and it is on no I2C bus.
        package var bus: String?
        /// The 7-bit address on it.
        package var address: UInt8?
        /// The kernel's own node, such as “iio:device0”, where it drives the chip.
        package var kernelNode: String?
    }

    /// One bus.
    package struct Bus: Equatable, Sendable {
        /// The bus as the kernel names it.
        package var adapter: I2CAdapter
        /// Why it could not be searched, or what was not found; nil where a barometer was, or nothing was asked.
        package var finding: BarometerFinding?
    }

    /// The barometers.
    package var places: [Place] = []
    /// The buses of the machine.
    package var buses: [Bus] = []
    /// What stands in the way or limits.
    package var findings: [BarometerFinding] = []

    /// Reads what the kernel shows in `/sys` and whether the nodes may be opened; nothing is sent on any bus.
    ///
    /// With a bus named, only the barometers on that one and what stands in its way are told. `root` stands before
    /// `/sys` and `/dev`.
    package static func list(bus: String? = nil, root: String = "") -> BarometerScan {
        var scan = shown(on: bus, root: root)
        guard scan.places.isEmpty else { return scan }
        let (paths, findings) = BarometerSearch.paths(bus: bus, root: root)
        scan.findings += findings
        for path in paths where access(root + path, R_OK | W_OK) != 0 {
            scan.note(BarometerSearch.finding(BusError(errno), path, root: root), on: path)
        }
        return scan
    }

    /// The same, and asks every address where a barometer can be, on all buses that may be searched or on the one
    /// named: each question writes a byte.
    package static func probing(bus: String?, world: BarometerWorld) -> BarometerScan {
        var scan = shown(on: bus, root: world.root)
        let (paths, findings) = BarometerSearch.paths(bus: bus, root: world.root)
        scan.findings += findings
        for path in paths { scan.probe(path, world) }
        return scan
    }

    private static func shown(on bus: String?, root: String) -> BarometerScan {
        var scan = BarometerScan()
        for barometer in KernelBarometer.all(on: bus, root: root) {
            scan.places.append(
                Place(
                    chip: barometer.name, bus: barometer.bus.map { "/dev/i2c-\($0)" }, address: barometer.address,
                    kernelNode: String(barometer.node)))
            scan.findings.append(barometer.finding)
        }
        scan.buses = I2CAdapter.all(root: root).map { Bus(adapter: $0) }
        return scan
    }

    private mutating func probe(_ path: String, _ world: BarometerWorld) {
        do throws(BusError) {
            let detection = ChipDetection(on: try world.open(path), stopsAtFirst: false)
            places += detection.found.map {
                Place(chip: $0.model.name, bus: path, address: $0.address, kernelNode: nil)
            }
            let isKernels = places.contains { $0.bus == path && $0.kernelNode != nil }
            if detection.found.isEmpty, !isKernels { note(BarometerSearch.finding(detection, path), on: path) }
        } catch {
            note(BarometerSearch.finding(error, path, root: world.root), on: path)
        }
    }

    private mutating func note(_ finding: BarometerFinding, on path: String) {
        findings.append(finding)
        if let index = buses.firstIndex(where: { $0.adapter.path == path }) { buses[index].finding = finding }
    }
}
