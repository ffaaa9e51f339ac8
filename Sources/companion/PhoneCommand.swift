import Documents
import Glibc
import Pairing
import Platform
import Readings

/// `phone`: a phone for the bench, which pairs with a robot, proves itself and walks.
enum PhoneCommand {
    static let description = CommandDescription(
        name: "phone",
        summary: "Plays a phone of the family: pairs with a robot, proves itself, and walks as a file says.",
        options: [
            .json, CommandOption(name: "--name", value: "NAME", meaning: "what the phone calls itself (Phone)"),
            CommandOption(
                name: "--address", value: "HOST:PORT",
                meaning: "the robot's address in numbers; [HOST]:PORT for IPv6"),
            CommandOption(
                name: "--walk", value: "FILE",
                meaning: "where it is and when: CSV with a header t,place,x,y[,z,yaw,placeName,scannedAt]"),
            CommandOption(
                name: "--keep", value: "FILE",
                meaning: "keeps the pairing in a file, so that the next run need not pair again"),
        ],
        examples: [
            (
                "companion phone --name Sam --address 127.0.0.1:28467 --walk walk.csv",
                "shows three digits; pair allow on the robot lets it in; it walks straight from row to row (seconds, metres)"
            ),
            (
                "companion phone --address 127.0.0.1:28467 --keep phone.json",
                "pairs once; later runs prove themselves, stay until interrupted, and print what the robot sends"
            ),
        ], run: run)

    private static func run(_ invocation: Invocation) throws(CommandFailure) -> Int32 {
        try invocation.noMoreOperands(than: 0)
        let (host, port) = try address(invocation)
        let walk = try walk(invocation)
        let clock = MonotonicClock()
        let output = Output(flushesLines: true)
        var phone = try made(invocation, clock)
        if phone.pairing == nil { try checkKeeping(invocation) }
        do throws(PhoneFailure) {
            if phone.pairing == nil {
                try phone.pair(at: host, port: port) { robot, digits in
                    tell(
                        output, invocation, "digits", digits, "\(robot) shows \(digits.spaced) as well? Allow it there."
                    )
                }
                tell(output, invocation, "paired", "", "Paired.")
                try keep(phone, invocation)
            }
            let link = try phone.link(at: host, port: port)
            tell(output, invocation, "linked", link.robotName, "Linked with \(link.robotName).")
            try walkAlong(walk, link, clock) { show($0, output, invocation) }
            link.close()
            return 0
        } catch { throw failure(error, invocation) }
    }

    private static func address(_ invocation: Invocation) throws(CommandFailure) -> (String, UInt16) {
        let example = "for example --address 192.168.1.20:28467, or [fe80::1%wlan0]:28467"
        guard let text = invocation.value("--address") else { throw .usage("phone needs --address", remedy: example) }
        guard let address = PhoneAddress(text) else {
            throw .usage("--address is \"\(text)\", and must be in numbers, with a port", remedy: example)
        }
        guard address.isLocal else {
            throw .usage(
                "\(address.host) is not on the local network", remedy: "robot and phone must be; " + example)
        }
        return (address.host, address.port)
    }

    private static let walkLimit = 16 << 20

    private static func walk(_ invocation: Invocation) throws(CommandFailure) -> PhoneWalk? {
        guard let path = invocation.value("--walk") else { return nil }
        let bytes = try FileReading.bytes(path, limit: walkLimit)
        do throws(PhoneWalk.Flaw) {
            return try PhoneWalk(bytes)
        } catch {
            throw CommandFailure(
                code: "badWalk", message: "\(path): \(error)", remedy: "t,place,x,y in each row", at: path)
        }
    }

    private static func made(_ invocation: Invocation, _ clock: MonotonicClock) throws(CommandFailure) -> Phone {
        let name = invocation.value("--name") ?? "Phone"
        do throws(PairingError) {
            if let path = invocation.value("--keep"), let phone = try PhoneKeeping.load(path, name: name, clock: clock)
            {
                return phone
            }
            return Phone(try LinkIdentity.made(), name: name, clock: clock)
        } catch {
            guard let path = invocation.value("--keep"), case .system(let why) = error else {
                throw CommandFailure(code: "phone", message: "\(error)")
            }
            if ![EINVAL, EFBIG].contains(why.number) { throw FileReading.failure(why, path: path, limit: walkLimit) }
            throw CommandFailure(
                code: "badKeeping", message: "\(path) is not what companion phone keeps",
                remedy: "name the file of an earlier --keep, or one that is not there yet", at: path)
        }
    }

    /// Refuses a file that could not be written, before there is a secret to lose.
    private static func checkKeeping(_ invocation: Invocation) throws(CommandFailure) {
        guard let path = invocation.value("--keep") else { return }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        guard access(folder, W_OK | X_OK) != 0 else { return }
        throw FileReading.cannotWrite(.last("write \(path)"), path: path)
    }

    private static func keep(_ phone: Phone, _ invocation: Invocation) throws(PhoneFailure) {
        guard let path = invocation.value("--keep") else { return }
        do throws(PairingError) { try PhoneKeeping.save(phone, to: path) } catch { throw .unable(error) }
    }

    /// Walks to the end of the file; without one it stays until it is interrupted.
    private static func walkAlong(
        _ walk: PhoneWalk?, _ link: PhoneLink, _ clock: MonotonicClock, _ show: (LinkPeer.Output) -> Void
    ) throws(PhoneFailure) {
        let start = clock.now()
        while true {
            let now = clock.now()
            if let walk, now - start > walk.length { return }
            for output in try link.round(at: walk?.position(after: now - start, at: now)) { show(output) }
        }
    }

    private static func show(_ heard: LinkPeer.Output, _ output: Output, _ invocation: Invocation) {
        switch heard {
        case .heard(let position):
            if invocation.isJSON { return output.line(json(position)) }
            let (x, y) = (DecimalText.fixed(position.x, digits: 2), DecimalText.fixed(position.y, digits: 2))
            output.line("\(position.name) is in \(position.placeName) at \(x), \(y).")
        case .quiet: tell(output, invocation, "quiet", "", "The robot is quiet.")
        case .nearest(let metres):
            let text = metres.map { DecimalText.fixed($0, digits: 2) } ?? ""
            tell(output, invocation, "nearest", text, metres == nil ? "Nothing is ahead." : "\(text) m ahead of it.")
        case .seen(let seen): tell(output, invocation, "seen", seen.text, "It has seen: \(seen.text)")
        case .send, .end: break
        }
    }

    private static func json(_ position: LinkPosition) -> JSONValue {
        .object([
            .init("event", .string("position")), .init("place", .string(position.place)),
            .init("name", .string(position.name)), .init("x", .thousandths(position.x)),
            .init("y", .thousandths(position.y)), .init("z", position.z.map { .thousandths($0) } ?? .null),
            .init("yaw", .thousandths(position.yaw)),
        ])
    }

    private static func tell(
        _ output: Output, _ invocation: Invocation, _ event: String, _ text: String, _ sentence: String
    ) {
        guard invocation.isJSON else { return output.line(sentence) }
        output.line(.object([.init("event", .string(event)), .init("text", .string(text))]))
    }

    private static func failure(_ failure: PhoneFailure, _ invocation: Invocation) -> CommandFailure {
        let nobody = "nothing answers at \(invocation.value("--address") ?? "")"
        return switch failure {
        case .ended(let end), .distrusted(let end):
            CommandFailure(
                code: end.word.rawValue, message: failure.description,
                remedy: end.word == .closed ? "companion pair open on the robot" : "", exit: 1)
        case .gone, .late: CommandFailure(code: "gone", message: failure.description, exit: 1)
        case .unreachable:
            CommandFailure(
                code: "unreachable", message: nobody,
                remedy: "check address and port: companion pair list on the robot tells the port", exit: 1)
        case .unable: CommandFailure(code: "phone", message: failure.description, exit: 1)
        }
    }
}

extension String {
    /// "4 1 7" for "417".
    fileprivate var spaced: String { map(String.init).joined(separator: " ") }
}
