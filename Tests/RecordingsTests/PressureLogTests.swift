import Evidence
import Readings
import Recordings
import Testing

@Suite("Pressure log")
struct PressureLogTests {
    private func log(_ text: String) throws -> PressureLog { try PressureLog(csv: Array(text.utf8)) }

    private func rows(_ text: String) throws -> [String] {
        try log(text).samples.map { "\($0.time.nanoseconds) \($0.hectopascals)" }
    }

    private func problem(_ text: String) -> PressureLogError? {
        do throws(PressureLogError) {
            _ = try PressureLog(csv: Array(text.utf8))
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        "t,hPa\n0.5,1013.25\n", "hPa,t\n1013.25,0.5\n", "floor,t,note,hPa\nG,0.5,\"a, b\",1013.25\n",
        "t,Pa\n0.5,101325\n", "t,Pa,hPa\n0.5,1,1013.25\n", "\"t\",\"hPa\"\n\"0.5\",\"1013.25\"\n",
        "t,hPa\r\n0.5,1013.25\r\n", "\u{FEFF}t,hPa\n0.5,1013.25", " t , hPa \n 0.5 ,\t1013.25 \n",
        "t,hPa\n\n0.5,1013.25\n\n\n", "t,hPa\n+5e-1,1.01325E3\n", "t,hPa,x\n0.5,1013.25\n",
        "t,hPa,\"say \"\"x\"\"\"\n0.5,1013.25,\n",
    ])
    func `columns are found by name, in any order, and others are ignored`(text: String) throws {
        #expect(try rows(text) == ["500000000 1013.25"])
    }

    @Test
    func `an empty pressure is a dropped sample, whose time still passes`() throws {
        let log = try log("t,hPa\n1,1013.25\n2,\n3,  \n")
        #expect(log.samples.map(\.hectopascals.isNaN) == [false, true, true])
        #expect(log.beginning == Instant(seconds: 1))
        #expect(log.end == Instant(seconds: 3))
    }

    @Test(arguments: ["t,hPa", "t,hPa\n", "t,Pa\r\n"])
    func `a header alone is a log without samples`(text: String) throws {
        let log = try log(text)
        #expect(log.samples.isEmpty)
        #expect(log.beginning == nil)
    }

    @Test(
        arguments: [
            ("0", 0), ("0.1", 100_000_000), (".25", 250_000_000), ("7.", 7_000_000_000),
            ("0.123456789", 123_456_789), ("0.1234567894", 123_456_789), ("0.1234567895", 123_456_790),
            ("1700000000.123456789", 1_700_000_000_123_456_789), ("-1.5", -1_500_000_000), ("1e3", 1_000_000_000_000),
            ("0.99999999999", 1_000_000_000), ("0009", 9_000_000_000),
        ] as [(String, Int64)])
    func `times are held to the nanosecond, as written`(text: String, expected: Int64) throws {
        #expect(try log("t,hPa\n\(text),1000\n").samples.map(\.time.nanoseconds) == [expected])
    }

    @Test
    func `equal times are fine, a time that goes back is not`() {
        #expect(problem("t,hPa\n1,1000\n1,1000\n1.0,1000\n") == nil)
        #expect(
            problem("t,hPa\n1,1000\n2,\n1.999,1000\n") == .timeGoesBack(line: 4, text: "1.999", previous: "2"))
    }

    @Test(arguments: [
        "abc", "1013.25 hPa", "nan", "NaN", "inf", "-", ".", "1e", "1e+", "0x3F5", "1 013", "1013,25",
        "--1", "1.2.3", "１０１３", "null",
    ])
    func `what is no decimal number is bad input, with its line and column`(text: String) {
        #expect(
            problem("t,hPa\n0,1000\n1,\"\(text)\"\n") == .notANumber(line: 3, column: "hPa", text: text))
        #expect(problem("t,Pa\n0,\"\(text)\"\n") == .notANumber(line: 2, column: "Pa", text: text))
        #expect(problem("t,hPa\n\"\(text)\",1000\n") == .notANumber(line: 2, column: "t", text: text))
    }

    @Test
    func `a time must be there`() {
        #expect(problem("t,hPa\n,1000\n") == .notANumber(line: 2, column: "t", text: ""))
    }

    @Test(arguments: ["1700000000000", "9300000000", "1e10", "-99999999999999999999"])
    func `a time beyond 292 years is refused`(text: String) {
        #expect(problem("t,hPa\n\(text),1000\n") == .timeOutOfRange(line: 2, text: text))
    }

    @Test
    func `a long text is cut in the message`() {
        let text = String(repeating: "9", count: 200)
        #expect(
            problem("t,hPa\n0,\(text)\n") == .notANumber(line: 2, column: "hPa", text: String(text.prefix(64))))
    }

    @Test(
        arguments: [
            ("hPa\n", .missingColumn(name: "t", found: ["hPa"])),
            ("t,kPa\n", .missingColumn(name: "hPa", found: ["t", "kPa"])),
            ("t;hPa\n", .missingColumn(name: "t", found: ["t;hPa"])), ("t,hPa,t\n", .repeatedColumn(name: "t")),
            ("t,hPa,hPa\n", .repeatedColumn(name: "hPa")), ("T,HPA\n", .missingColumn(name: "t", found: ["T", "HPA"])),
            ("", .empty), ("\n\n", .empty), ("\u{FEFF}", .empty),
        ] as [(String, PressureLogError)])
    func `a header must name what is needed, once`(text: String, expected: PressureLogError) {
        #expect(problem(text) == expected)
    }

    @Test
    func `a row that ends before a needed column is refused`() {
        #expect(problem("t,hPa\n1\n") == .missingField(line: 2, column: "hPa"))
        #expect(problem("x,hPa,t\n1,2\n") == .missingField(line: 2, column: "t"))
    }

    @Test(arguments: ["\"1000", "\"1000\"x", "\"1\"\"", "\""])
    func `a quote must end its field`(field: String) {
        #expect(problem("t,hPa\n0,1000\n1,\(field)\n") == .brokenQuote(line: 3))
    }

    @Test
    func `a line may be as long as the limit, and no longer`() {
        let prefix = "0,1000,"
        let full = prefix + String(repeating: "x", count: PressureLog.lineLimit - prefix.utf8.count)
        #expect(problem("t,hPa\n\(full)\r\n") == nil)
        #expect(problem("t,hPa\n\(full)x\n") == .lineTooLong(line: 2, limit: PressureLog.lineLimit))
    }

    @Test
    func `an error says where, what, and what to do`() {
        #expect(
            problem("t,hPa\n1,10x3\n")?.description
                == "line 2: hPa is \"10x3\", which is no number — write a decimal number such as 1013.25")
        #expect(PressureLogError.empty.line == nil)
        #expect(PressureLogError.missingField(line: 7, column: "t").line == 7)
    }

    @Test(arguments: 0..<300 as Range<UInt64>)
    func `any bytes at all are read or refused`(seed: UInt64) {
        var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
        let alphabet = Array("t,hPa\n\r\"0.9e-+ ".utf8) + [0, 0xFF, 0xEF]
        let bytes =
            Array("t,hPa\n".utf8)
            + (0..<80).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            }
        do throws(PressureLogError) {
            let log = try PressureLog(csv: bytes)
            #expect(zip(log.samples, log.samples.dropFirst()).allSatisfy { $0.time <= $1.time })
        } catch {
            #expect(!error.description.isEmpty)
        }
    }

    @Test(
        .enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.absence)),
        arguments: [
            ("stairs-six-floors", 230), ("walk-two-levels", 2471), ("walk-one-level-a", 1440),
            ("walk-one-level-b", 917),
        ])
    func `the real recordings are read whole`(name: String, count: Int) throws {
        let bytes = try #require(Files.read(SharedData.path("data/barometer/\(name).csv")))
        #expect(try PressureLog(csv: bytes).samples.count == count)
    }
}
