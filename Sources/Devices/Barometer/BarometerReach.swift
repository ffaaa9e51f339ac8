extension BarometerScan {
    /// What the kernel shows, and whether the buses where a barometer may be can be opened; nothing is written on one.
    ///
    /// With a bus named only that one counts. Where the kernel drives a barometer itself no bus is opened.
    package static func opening(bus: String?, world: BarometerWorld) -> BarometerScan {
        var scan = list(root: world.root)
        let search = BarometerSearch(bus: bus, tuning: { _ in nil }, world: world)
        guard search.kernelBarometers().isEmpty else { return scan }
        let (paths, findings) = search.paths()
        scan.findings += findings
        for path in paths {
            do throws(BusError) {
                _ = try world.open(path)
            } catch {
                scan.findings.append(search.finding(error, path))
            }
        }
        return scan
    }
}
