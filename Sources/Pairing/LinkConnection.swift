import Platform
import Readings

/// One TCP connection with its TLS session: turns what comes in into messages, and messages into what goes out.
///
/// Nothing here waits. One thread uses it.
package final class LinkConnection {
    /// Most bytes that wait to be sent.
    static let waitingLimit = 262_144
    /// How long the last bytes have to get out when the connection ends.
    static let farewellLimit = Duration.seconds(1)
    /// How often one call reads.
    private static let readings = 4

    /// What happened on it.
    package enum Happening: Sendable {
        /// TLS is up.
        case secured(LinkEnds)
        /// The bytes of a message came.
        case message([UInt8])
        /// What came cannot be cut into messages.
        case broken(EndMessage)
        /// The other end is gone, or TLS has failed.
        case gone
    }

    private let socket: TCPSocket
    private let session: TLSSession
    private var framer = MessageFramer()
    private var waiting: ArraySlice<UInt8> = []
    private var chunk = [UInt8](repeating: 0, count: 16_384)
    private var isConnecting: Bool
    private var wasSecured = false
    private var isBroken = false
    private var hasEndedWriting = false
    private var hasOtherEnded = false
    /// When it is given up, once it ends.
    package private(set) var leavesBy: Instant?
    /// Whether nothing more can be done with it.
    package private(set) var isGone = false
    /// Why it never came about, where it did not.
    private(set) var unreached: SystemError?

    /// Takes a socket over; one that this end has begun to connect is still connecting.
    package init(_ socket: consuming TCPSocket, _ session: TLSSession, isConnecting: Bool) {
        socket.setPrompt()
        self.socket = socket
        self.session = session
        self.isConnecting = isConnecting
    }

    /// The descriptor, for waiting.
    package var number: Int32 { socket.number }

    /// Adds what it waits for.
    package func watch(in set: inout PollSet) {
        if !isConnecting, !hasOtherEnded { set.watch(number, for: .reading) }
        if isConnecting || !waiting.isEmpty { set.watch(number, for: .writing) }
    }

    /// Does what can be done without waiting, and gives what happened.
    package func service() -> [Happening] {
        if isGone { return [] }
        if isConnecting {
            if let why = socket.failure() {
                unreached = why
                return [becomeGone()]
            }
            isConnecting = false
        }
        let happenings = leavesBy == nil ? takeIn() : discard()
        flush()
        if isGone, leavesBy == nil { return happenings + [.gone] }
        return happenings
    }

    /// Begins the handshake; the initiator calls it once the connection stands or is on its way.
    package func begin() {
        do throws(TLSSession.End) { try session.goOn() } catch { isGone = true }
        queue(session.outgoing())
        if !isConnecting { flush() }
    }

    private func takeIn() -> [Happening] {
        var happenings: [Happening] = []
        for _ in 0..<Self.readings where !isBroken {
            let count: Int
            do throws(SystemError) {
                guard let read = try socket.read(into: &chunk) else { break }
                count = read
            } catch { return happenings + [becomeGone()] }
            if count == 0 { return happenings + [becomeGone()] }
            let hasFailed = !isTaken(Array(chunk[..<count]), into: &happenings)
            queue(session.outgoing())
            if hasFailed {
                flush()
                return happenings + [becomeGone()]
            }
        }
        return happenings
    }

    /// Takes bytes through TLS; false where it has ended, after what was read before that.
    private func isTaken(_ bytes: [UInt8], into happenings: inout [Happening]) -> Bool {
        do throws(TLSSession.End) {
            try session.take(bytes)
            guard session.isUp else { return true }
            if !wasSecured {
                guard let ends = session.ends() else { return false }
                wasSecured = true
                happenings.append(.secured(ends))
            }
            while !isBroken {
                let bytes = try session.read()
                if bytes.isEmpty { break }
                framer.take(bytes)
                happenings += messages()
            }
            return true
        } catch {
            return false
        }
    }

    private func messages() -> [Happening] {
        var happenings: [Happening] = []
        do throws(EndMessage) {
            while let message = try framer.next() { happenings.append(.message(message)) }
        } catch {
            isBroken = true
            happenings.append(.broken(error))
        }
        return happenings
    }

    private func becomeGone() -> Happening {
        isGone = true
        return .gone
    }

    /// Sends a message.
    package func send(_ message: LinkMessage) { send(frame: LinkMessageWriter.frame(message)) }

    /// Sends bytes as they are, inside TLS.
    package func send(frame: [UInt8]) {
        guard !isGone, leavesBy == nil, wasSecured else { return }
        do throws(TLSSession.End) { try session.write(frame) } catch { isGone = true }
        queue(session.outgoing())
        flush()
    }

    private func queue(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        waiting.append(contentsOf: bytes)
        if waiting.count > Self.waitingLimit { isGone = true }
    }

    private func flush() {
        guard !isConnecting, !waiting.isEmpty || leavesBy != nil else { return }
        do throws(SystemError) {
            while !waiting.isEmpty {
                let count = try socket.write(waiting)
                if count == 0 { return }
                waiting = waiting.dropFirst(count)
            }
            waiting = []
        } catch { isGone = true }
        if hasOtherEnded { isGone = true }
        if leavesBy != nil, !hasEndedWriting {
            hasEndedWriting = true
            socket.endWriting()
        }
    }

    // MARK: the end

    /// Ends the connection: says why, ends TLS in order, and lets the last bytes out until the farewell's limit.
    package func leave(_ why: EndMessage?, at now: Instant) {
        guard leavesBy == nil else { return }
        if let why { send(.end(why)) }
        session.close()
        queue(session.outgoing())
        leavesBy = now + Self.farewellLimit
        flush()
    }

    /// What still comes is not looked at; reading it keeps the last bytes from being lost to a reset.
    private func discard() -> [Happening] {
        for _ in 0..<Self.readings {
            do throws(SystemError) {
                guard let count = try socket.read(into: &chunk) else { return [] }
                if count == 0 {
                    (hasOtherEnded, isGone) = (true, waiting.isEmpty)
                    return []
                }
            } catch {
                isGone = true
                return []
            }
        }
        return []
    }
}
