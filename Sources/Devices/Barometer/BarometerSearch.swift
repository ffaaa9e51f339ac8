/// Looking for a barometer on the machine.
package struct BarometerSearch {
    /// The bus to use, or nil to look on all that may be looked on.
    package var bus: String?
    /// How found chips are to measure.
    package var tuning: BarometerTuning
    /// The machine.
    package var world: BarometerWorld

    /// Makes a search.
    package init(bus: String?, tuning: @escaping BarometerTuning, world: BarometerWorld) {
        self.bus = bus
        self.tuning = tuning
        self.world = world
    }

    /// The barometer that was found, and what stands in the way or limits it.
    ///
    /// One that the kernel drives comes first and no register is touched then. With a bus named only that one counts.
    package func find() -> (instrument: (any Instrument)?, findings: [BarometerFinding]) {
        if let kernel = kernelBarometers().first {
            return (
                KernelInstrument(kernel, pascals: tuning(kernel.name)?.pascals ?? BarometerSettings.air),
                [kernel.finding]
            )
        }
        let (paths, obstacles) = Self.paths(bus: bus, root: world.root)
        var findings = obstacles
        for path in paths {
            if let instrument = look(path, &findings) { return (instrument, []) }
        }
        return (nil, findings)
    }

    /// Those that the kernel drives, on the named bus where one is named.
    package func kernelBarometers() -> [KernelBarometer] {
        KernelBarometer.all(on: bus, root: world.root)
    }

    /// The nodes to look on: the named one as it is, else those of all buses that may be searched; and why there are
    /// none.
    static func paths(bus: String?, root: String) -> (paths: [String], findings: [BarometerFinding]) {
        if let bus { return ([bus], []) }
        let adapters = I2CAdapter.all(root: root)
        let open = adapters.filter { $0.refusal == nil }
        return (open.map(\.path), adapters.isEmpty ? [.noBus] : open.isEmpty ? [.noOpenBus] : [])
    }

    private func look(_ path: String, _ findings: inout [BarometerFinding]) -> (any Instrument)? {
        let bus: any RegisterBus
        do throws(BusError) {
            bus = try world.open(path)
        } catch {
            findings.append(Self.finding(error, path, root: world.root))
            return nil
        }
        let detection = ChipDetection(on: bus)
        guard let chip = detection.found.first else {
            findings.append(Self.finding(detection, path))
            return nil
        }
        do throws(ChipFault) {
            return try ChipInstrument(chip, on: bus, path: path, tuning: tuning)
        } catch {
            findings.append(.failing(name: chip.model.name, fault: error))
            return nil
        }
    }

    /// What a node that cannot be opened means.
    static func finding(_ error: BusError, _ path: String, root: String) -> BarometerFinding {
        switch error {
        case .absent:
            SysfsFolder(path: "\(root)/sys/class").has("i2c-dev") ? .busMissing(path: path) : .moduleMissing
        case .gone: .busMissing(path: path)
        case .denied: .denied(path: path)
        case .unsuited: .unsuited(path: path)
        case .hangs: .hangs(path: path)
        case .noAnswer, .broken, .busy: .noAnswer(path: path)
        case .other(let number): .failed(path: path, number: number)
        }
    }

    /// What an address search that found nothing means.
    static func finding(_ detection: ChipDetection, _ path: String) -> BarometerFinding {
        switch detection.failure {
        case .hangs: return .hangs(path: path)
        case .gone: return .busMissing(path: path)
        default: break
        }
        if let address = detection.busy.first { return .busyWithoutPressure(path: path, address: address) }
        return detection.hasAnswer ? .unknownChip(path: path) : .noAnswer(path: path)
    }
}
