import Documents
import Platform

/// An I2C bus as the kernel names it in `/sys`, and whether chips may be looked for on it.
package struct I2CAdapter: Equatable, Sendable {
    /// Its number, the N of `/dev/i2c-N`.
    package var number: Int
    /// Its name, such as “bcm2835 (i2c@7e804000)”.
    package var name: String
    /// Why nothing is sent on it unless it is named in the settings; nil where chips may be looked for.
    package var refusal: Refusal?

    /// Its node.
    package var path: String { "/dev/i2c-\(number)" }

    /// Why a bus is left alone.
    package enum Refusal: String, Sendable {
        /// The board's own management bus, where a wrong write can harm.
        case management = "it is the board's own SMBus"
        /// The wires to a monitor.
        case display = "it belongs to a graphics card or a monitor"
        /// A multiplexer is on it, and a probe is a write that would switch it.
        case multiplexer = "a multiplexer is on it"
    }

    /// All buses of the machine, by number; `root` stands before `/sys`.
    package static func all(root: String = "") -> [I2CAdapter] {
        let devices = SysfsFolder(path: "\(root)/sys/bus/i2c/devices")
        let entries = devices.names
        return entries.compactMap { entry in
            guard entry.hasPrefix("i2c-"), let number = Int(entry.dropFirst(4)), number >= 0 else { return nil }
            let name = devices[entry].text("name") ?? ""
            let clients = entries.filter { $0.hasPrefix("\(number)-") }.map { devices[$0] }
            return I2CAdapter(number: number, name: name, refusal: refusal(name, devices[entry], clients))
        }
    }

    private static func refusal(_ name: String, _ folder: SysfsFolder, _ clients: [SysfsFolder]) -> Refusal? {
        let lower = name.lowercased()
        func has(_ words: [String]) -> Bool { words.contains { lower.holds($0) } }
        if has(["mux"]) || folder.has("mux_device") || clients.contains(where: isMultiplexer) { return .multiplexer }
        if has(["smbus"]) { return .management }
        let place = folder.followed
        let isGraphics = SysfsFolder(path: place + "/..").text("class")?.hasPrefix("0x03") ?? false
        return isGraphics || kind(place + "/../of_node").holds("hdmi") || place.holds("/drm/") || has(display)
            ? .display : nil
    }

    /// What a node of the device tree says that it is: several names, each with a zero byte behind it.
    private static func kind(_ node: String) -> String {
        do throws(SystemError) {
            return String(decoding: try SysfsFolder(path: node).bytes("compatible"), as: UTF8.self).lowercased()
        } catch { return "" }
    }

    private static let display = [
        "ddc", "dpaux", "aux ", "aux-", "gmbus", "i915", "nvidia", "nouveau", "nvkm", "radeon", "amdgpu", "hdmi",
        "displayport", "drm", "matrox", "mga", "intelfb", "card0", "card1", "ast i2c", "virtio-gpu",
    ]

    private static func isMultiplexer(_ client: SysfsFolder) -> Bool {
        let name = client.text("name")?.lowercased() ?? ""
        return name.hasPrefix("pca954") || name.hasPrefix("pca984") || name.holds("mux") || name.hasPrefix("ltc430")
            || client.names.contains { $0.hasPrefix("channel-") }
    }
}
