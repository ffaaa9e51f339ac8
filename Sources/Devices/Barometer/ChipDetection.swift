/// A chip that was found on a bus.
package struct FoundChip: Sendable {
    /// Its family's table.
    package var table: ChipTable
    /// Which of the family it is.
    package var model: ChipModel
    /// Its 7-bit address.
    package var address: UInt8
    /// What it was recognised by; 0 for a chip without an identity register.
    package var identity: UInt8
}

/// What looking at the addresses of one bus gave.
package struct ChipDetection {
    /// The chips, in the order in which they were found.
    package var found: [FoundChip] = []
    /// Addresses that a driver of the kernel has; nothing was sent to them.
    package var busy: [UInt8] = []
    /// Whether anything acknowledged at all.
    package var hasAnswer = false
    /// What ended the search before its end: a bus that hangs or is gone.
    package var failure: BusError?

    /// Looks for the chips of `tables` on a bus.
    ///
    /// Every register is read before any command is sent, and commands are only sent where no register told a chip: a
    /// register's number is written before it is read, and so is all that such a chip might take amiss. With
    /// `stopsAtFirst` the first chip ends the search.
    package init(on bus: any RegisterBus, tables: [ChipTable] = ChipTable.all, stopsAtFirst: Bool = true) {
        var free: [UInt8: Bool] = [:]
        for table in tables.filter(\.isAskedByRegister) + tables.filter({ !$0.isAskedByRegister }) {
            if !table.isAskedByRegister, !found.isEmpty { return }
            for address in table.addresses where !found.contains(where: { $0.address == address }) {
                let isFree = free[address] ?? claim(address, on: bus)
                free[address] = isFree
                if isFree { probe(table, ChipPort(bus, address)) }
                if failure != nil || (stopsAtFirst && !found.isEmpty) { return }
            }
        }
    }

    private mutating func claim(_ address: UInt8, on bus: any RegisterBus) -> Bool {
        do throws(BusError) {
            try bus.claim(address)
            return true
        } catch {
            if error == .busy { busy.append(address) } else { failure = error }
            return false
        }
    }

    private mutating func probe(_ table: ChipTable, _ port: ChipPort) {
        do throws(ChipFault) {
            switch table.identity {
            case .register(let register, let models):
                let identity = try port.read(register)
                hasAnswer = true
                guard let model = models[identity] else { return }
                found.append(FoundChip(table: table, model: model, address: port.address, identity: identity))
            case .command(let model, let ask):
                try ask(port)
                found.append(FoundChip(table: table, model: model, address: port.address, identity: 0))
            }
        } catch {
            guard case .bus(let reason) = error else { return hasAnswer = true }
            if reason == .hangs || reason == .gone { failure = reason }
        }
    }
}

extension ChipTable {
    /// Whether it is recognised by reading a register.
    var isAskedByRegister: Bool {
        if case .register = identity { return true }
        return false
    }
}
