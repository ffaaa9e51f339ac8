import Readings

/// Asks an Orbbec camera about itself, over its extension unit.
///
/// Requests come one at a time: a dialogue must have the control pipe to itself.
package struct OrbbecDialogue<Controls: CameraControls> {
    private let controls: Controls
    private let interface: UInt8
    private let unit: UInt8
    private var number: UInt16 = 0

    private static var limit: Duration { .seconds(1) }
    private static var rule: RetryRule { RetryRule(tries: 5, pause: .milliseconds(100), total: .seconds(3)) }
    /// Longer lists are nonsense.
    private static var listLimit: Int { 32_768 }
    /// The bytes of a list that are asked for at a time; with the head they fit into 1024.
    private static var partBytes: Int { 768 }

    /// A dialogue over the unit of a video function.
    package init(_ controls: Controls, interface: UInt8, unit: UInt8) {
        self.controls = controls
        self.interface = interface
        self.unit = unit
    }

    /// Everything that the camera tells, for pictures of a mode; the profile stands in for the rest, with a note.
    package mutating func facts(_ profile: CameraProfile, _ mode: DepthMode) -> CameraFacts {
        var facts = CameraFacts(profile, width: mode.width, height: mode.height)
        do throws(OrbbecError) {
            let data = try ask(.getProperty, .depthUnit)
            if let unit = OrbbecValues.depthUnit(data) {
                facts.depthUnit = unit
                facts.toldDepthUnit = true
            } else {
                facts.notes.append("the camera's depth unit makes no sense, so its profile is used")
            }
        } catch {
            facts.notes.append("the camera does not tell its depth unit, so its profile is used: \(error)")
        }
        do throws(OrbbecError) {
            let list = try self.list(.alignmentCalibration)
            facts.intrinsics =
                OrbbecValues.intrinsics(list[...], width: mode.width, height: mode.height) ?? facts.intrinsics
        } catch {
            facts.notes.append("the camera does not tell its calibration, so its profile is used: \(error)")
        }
        facts.conclude()
        return facts
    }

    /// The data of an answer; asks again while the camera is busy.
    package mutating func ask(
        _ operation: OrbbecProtocol.Operation, _ property: OrbbecProtocol.Property, data: [UInt8] = []
    ) throws(OrbbecError) -> ArraySlice<UInt8> {
        let began = controls.now
        var done = 0
        while true {
            do throws(OrbbecError) {
                return try askOnce(operation, property, data)
            } catch {
                done += 1
                guard error.isPassing, Self.rule.allows(after: done, began: began, now: controls.now),
                    controls.pause(Self.rule.pause)
                else { throw error }
            }
        }
    }

    /// A list of bytes, in parts; ended also where a part fails, because the camera keeps it open otherwise.
    package mutating func list(_ property: OrbbecProtocol.Property) throws(OrbbecError) -> [UInt8] {
        let head = try ask(.beginList, property)
        guard let total = LittleEndian.long(head, 0), total <= Self.listLimit else {
            throw .wrongSize(bytes: head.count)
        }
        let outcome = parts(of: property, total: Int(total))
        do throws(OrbbecError) {
            _ = try ask(.endList, property)
        } catch {
            // The list has been read or has failed already; an unfinished end changes neither.
        }
        return try outcome.get()
    }

    private mutating func parts(
        of property: OrbbecProtocol.Property, total: Int
    ) -> Result<[UInt8], OrbbecError> {
        var bytes: [UInt8] = []
        do throws(OrbbecError) {
            while bytes.count < total {
                let wanted = min(Self.partBytes, total - bytes.count)
                var place: [UInt8] = []
                LittleEndian.append(UInt32(bytes.count), to: &place)
                LittleEndian.append(UInt32(wanted), to: &place)
                let part = try ask(.readList, property, data: place).prefix(wanted)
                guard !part.isEmpty else { throw .wrongSize(bytes: 0) }
                bytes += part
            }
            return .success(bytes)
        } catch { return .failure(error) }
    }

    private mutating func askOnce(
        _ operation: OrbbecProtocol.Operation, _ property: OrbbecProtocol.Property, _ data: [UInt8]
    ) throws(OrbbecError) -> ArraySlice<UInt8> {
        number &+= 1
        let request = OrbbecProtocol.request(operation, property, number: number, data: data)
        let out = OrbbecProtocol.channel(bytes: request.count)
        let back = OrbbecProtocol.answerChannel(operation)
        let answer: [UInt8]
        do throws(CameraControlError) {
            try controls.set(
                request + [UInt8](repeating: 0, count: max(0, out.length - request.count)), address(out.selector),
                limit: Self.limit)
            answer = try controls.get(
                .getCurrent, address(back.selector), length: back.length, limit: Self.limit)
        } catch { throw .control(error) }
        return try OrbbecProtocol.data(inAnswer: answer, of: operation, number: number)
    }

    private func address(_ selector: UInt8) -> ControlAddress {
        ControlAddress(interface: interface, entity: unit, selector: selector)
    }
}
