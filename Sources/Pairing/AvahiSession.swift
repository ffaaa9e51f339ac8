import CAvahi
import Glibc
import Platform
import Readings

/// One directory while it is open; used by the thread that opened it.
struct AvahiSession {
    struct Wish {
        var wanted: [Announcement]
        var port: UInt16
        var looks: Bool
        var isClosed: Bool
    }

    /// How long it rests at most.
    private static let longestRestMilliseconds: Int32 = 1000
    /// As many phones as a person can choose from.
    private static let phoneLimit = 32

    private let directory: OpaquePointer
    private let log: ServiceLog
    private let clock: MonotonicClock
    private var plan = AnnouncementPlan()
    private var isUsable = false
    private var isGone = false
    private var looks = false
    private(set) var view = DiscoveryView()

    init(_ directory: OpaquePointer, _ log: ServiceLog, _ clock: MonotonicClock) {
        self.directory = directory
        self.log = log
        self.clock = clock
    }

    /// Runs until it is closed or the daemon is gone.
    mutating func run(_ wish: (AvahiSession) -> Wish) {
        while !isGone {
            takeEvents()
            let wish = wish(self)
            if wish.isClosed { return }
            perform(plan.want(wish.wanted, port: wish.port) + plan.advance(to: clock.now()))
            look(wish.looks)
            (view.isThere, view.announcedName) = (isUsable, plan.establishedName)
            if avahi_directory_step(directory, Self.longestRestMilliseconds) != 0 { return }
        }
    }

    private mutating func look(_ isWanted: Bool) {
        let shallLook = isWanted && isUsable
        guard shallLook != looks else { return }
        looks = shallLook
        view.phones = []
        let result =
            shallLook ? avahi_directory_look(directory, AvahiDiscovery.phoneType) : avahi_directory_look(directory, nil)
        if result != 0 { log.fault(.warning, "Cannot look for phones.", at: clock.now()) }
    }

    private mutating func takeEvents() {
        var event = avahi_directory_event()
        while avahi_directory_next(directory, &event) == 1 {
            switch avahi_directory_event_kind(UInt32(event.kind)) {
            case AVAHI_DIRECTORY_RUNNING: become(usable: true)
            case AVAHI_DIRECTORY_BUSY: become(usable: false)
            case AVAHI_DIRECTORY_GONE: isGone = true
            case AVAHI_DIRECTORY_ESTABLISHED: plan.established(Int(event.slot))
            case AVAHI_DIRECTORY_TAKEN: perform(plan.taken(Int(event.slot), at: clock.now()))
            case AVAHI_DIRECTORY_FAILED: plan.failed(Int(event.slot), at: clock.now())
            case AVAHI_DIRECTORY_FOUND: found(&event)
            case AVAHI_DIRECTORY_LOST:
                let name = DeviceName.cleaned(Self.text(&event.name))
                view.phones.removeAll { $0.name == name }
            default: break
            }
        }
    }

    private mutating func become(usable: Bool) {
        isUsable = usable
        perform(plan.becomes(usable: usable))
    }

    private mutating func found(_ event: inout avahi_directory_event) {
        let name = DeviceName.cleaned(Self.text(&event.name))
        view.phones.removeAll { $0.name == name }
        guard view.phones.count < Self.phoneLimit else { return }
        view.phones.append(NearPhone(name: name, address: Self.text(&event.address), port: event.port))
    }

    private mutating func perform(_ steps: [AnnouncementPlan.Step]) {
        for step in steps {
            switch step {
            case .withdraw(let slot): avahi_directory_withdraw(directory, Int32(slot))
            case .publish(let slot, let name, let texts, let port):
                let result = Self.publish(directory, slot, name, texts, port)
                if result == -EEXIST {
                    perform(plan.taken(slot, at: clock.now()))
                } else if result != 0 {
                    plan.failed(slot, at: clock.now())
                    log.fault(.warning, "Cannot be announced on the local network.", at: clock.now())
                }
            }
        }
    }

    private static func publish(
        _ directory: OpaquePointer, _ slot: Int, _ name: String, _ texts: [String], _ port: UInt16
    ) -> Int32 {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        let pointers = copies.map { UnsafePointer<CChar>($0) }
        return avahi_directory_publish(
            directory, Int32(slot), name, AvahiDiscovery.type, port, pointers, Int32(pointers.count))
    }

    private static func text<Bytes>(_ bytes: inout Bytes) -> String {
        withUnsafeBytes(of: &bytes) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
