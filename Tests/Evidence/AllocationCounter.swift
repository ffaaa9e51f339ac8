#if os(Linux)
    import Glibc
    import Synchronization

    /// Counts how often a thread takes memory, also memory that it gives back at once.
    ///
    /// The C library keeps no such count, so the import tables of the loaded libraries are pointed at functions that
    /// count and pass on (System V ABI, chapter 5: relocation entries of the dynamic section). They stay so until the
    /// test program ends. Nothing in the counting functions may allocate: their numbers are plain memory from the start.
    public enum AllocationCounter {
        private static let turn = Mutex(())

        /// How often `body` takes memory on this thread; of several callers each has its turn.
        public static func count(of body: () -> Void) -> Int {
            turn.withLock { _ in
                _ = install
                allocations = 0
                countedThread.store(pthread_self(), ordering: .releasing)
                body()
                countedThread.store(0, ordering: .releasing)
                return allocations
            }
        }

        private static let install: Void = {
            findLibrary()
            countedThread.store(0, ordering: .releasing)  // who finds a redirected import finds the library, too
            _ = iterateObjects({ info, _, _ in AllocationCounter.redirect(info) }, nil)
        }()

        /// Redirects the imports of one loaded object; 0 goes on to the next.
        private static func redirect(_ info: UnsafeRawPointer?) -> Int32 {
            guard let info, let object = LoadedObject(info) else { return 0 }
            for entry in object.relocations() {
                guard let target = replacement(of: entry.name) else { continue }
                let page = UInt(sysconf(Int32(_SC_PAGESIZE)))
                let start = UnsafeMutableRawPointer(bitPattern: entry.slot & ~(page - 1))
                guard mprotect(start, Int(page), PROT_READ | PROT_WRITE) == 0 else { continue }
                UnsafeMutableRawPointer(bitPattern: entry.slot)?.storeBytes(of: target, as: UnsafeRawPointer.self)
            }
            return 0
        }

        private static func replacement(of name: String) -> UnsafeRawPointer? {
            switch name {
            case "malloc": unsafeBitCast(countingMalloc, to: UnsafeRawPointer.self)
            case "calloc": unsafeBitCast(countingCalloc, to: UnsafeRawPointer.self)
            case "realloc": unsafeBitCast(countingRealloc, to: UnsafeRawPointer.self)
            case "posix_memalign": unsafeBitCast(countingAligned, to: UnsafeRawPointer.self)
            default: nil
            }
        }
    }

    /// Read by every thread that takes memory.
    private let countedThread = Atomic<pthread_t>(0)
    /// Touched by the counted thread alone.
    nonisolated(unsafe) private var allocations = 0

    private typealias Memory = UnsafeMutableRawPointer

    /// What the program takes memory by: the C library's functions, or those that a sanitizer has in their place.
    nonisolated(unsafe) private var libraryMalloc: (@convention(c) (Int) -> Memory?)?
    nonisolated(unsafe) private var libraryCalloc: (@convention(c) (Int, Int) -> Memory?)?
    nonisolated(unsafe) private var libraryRealloc: (@convention(c) (Memory?, Int) -> Memory?)?
    nonisolated(unsafe) private var libraryAligned: (@convention(c) (UnsafeMutablePointer<Memory?>, Int, Int) -> Int32)?

    /// Finds them; before any import is redirected, for who counts may look nothing up.
    private func findLibrary() {
        libraryMalloc = dlsym(nil, "malloc").map { unsafeBitCast($0, to: (@convention(c) (Int) -> Memory?).self) }
        libraryCalloc = dlsym(nil, "calloc").map { unsafeBitCast($0, to: (@convention(c) (Int, Int) -> Memory?).self) }
        libraryRealloc = dlsym(nil, "realloc").map {
            unsafeBitCast($0, to: (@convention(c) (Memory?, Int) -> Memory?).self)
        }
        libraryAligned = dlsym(nil, "posix_memalign").map {
            unsafeBitCast($0, to: (@convention(c) (UnsafeMutablePointer<Memory?>, Int, Int) -> Int32).self)
        }
    }

    @_silgen_name("dl_iterate_phdr")
    private func iterateObjects(
        _ body: @convention(c) (UnsafeRawPointer?, Int, UnsafeMutableRawPointer?) -> Int32,
        _ context: UnsafeMutableRawPointer?
    ) -> Int32

    private func count() {
        if pthread_self() == countedThread.load(ordering: .acquiring) { allocations += 1 }
    }

    private let countingMalloc: @convention(c) (Int) -> Memory? = { size in
        count()
        return libraryMalloc?(size)
    }
    private let countingCalloc: @convention(c) (Int, Int) -> Memory? = { number, size in
        count()
        return libraryCalloc?(number, size)
    }
    private let countingRealloc: @convention(c) (Memory?, Int) -> Memory? = { old, size in
        count()
        return libraryRealloc?(old, size)
    }
    private let countingAligned: @convention(c) (UnsafeMutablePointer<Memory?>, Int, Int) -> Int32 = {
        result, alignment, size in
        count()
        return libraryAligned?(result, alignment, size) ?? ENOMEM
    }

    /// The dynamic section of one loaded object (ELF, 64 bits, relocations with addends).
    private struct LoadedObject {
        private var base: UInt
        private var tables: [Int: UInt] = [:]

        private enum Tag {
            static let importSize = 2, strings = 5, symbols = 6, relocations = 7, size = 8, imports = 23
        }

        /// `info` is a `struct dl_phdr_info`; nil where the object has no dynamic section, and for the kernel's own.
        init?(_ info: UnsafeRawPointer) {
            base = info.load(as: UInt.self)
            let name = info.load(fromByteOffset: 8, as: UnsafePointer<CChar>?.self).map { String(cString: $0) } ?? ""
            guard let headers = info.load(fromByteOffset: 16, as: UnsafeRawPointer?.self), !name.contains("vdso") else {
                return nil
            }
            for index in 0..<Int(info.load(fromByteOffset: 24, as: UInt16.self)) {
                let header = headers + index * 56
                guard header.load(as: UInt32.self) == 2 else { continue }
                readDynamic(at: base + header.load(fromByteOffset: 16, as: UInt.self))
            }
            if tables[Tag.symbols] == nil || tables[Tag.strings] == nil { return nil }
        }

        private mutating func readDynamic(at address: UInt) {
            guard var entry = UnsafeRawPointer(bitPattern: address) else { return }
            while entry.load(as: Int.self) != 0 {
                tables[entry.load(as: Int.self)] = entry.load(fromByteOffset: 8, as: UInt.self)
                entry += 16
            }
        }

        /// Every import of the object: the name, and the address of the slot that holds the function.
        func relocations() -> [(name: String, slot: UInt)] {
            imports(Tag.imports, Tag.importSize) + imports(Tag.relocations, Tag.size)
        }

        private func imports(_ table: Int, _ size: Int) -> [(name: String, slot: UInt)] {
            guard let start = pointer(table), let bytes = tables[size], let symbols = pointer(Tag.symbols),
                let strings = pointer(Tag.strings)
            else { return [] }
            return (0..<Int(bytes) / 24).compactMap { index in
                let entry = start + index * 24
                let info = entry.load(fromByteOffset: 8, as: UInt64.self)
                guard [6, 7, 1025, 1026].contains(info & 0xFFFF_FFFF) else { return nil }
                let name = strings + Int((symbols + Int(info >> 32) * 24).load(as: UInt32.self))
                return (String(cString: name.assumingMemoryBound(to: CChar.self)), base + entry.load(as: UInt.self))
            }
        }

        /// The loader has made most addresses absolute; what is still relative lies below the object's base.
        private func pointer(_ tag: Int) -> UnsafeRawPointer? {
            tables[tag].flatMap { UnsafeRawPointer(bitPattern: $0 < base ? base + $0 : $0) }
        }
    }
#endif
