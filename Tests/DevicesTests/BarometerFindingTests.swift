import Devices
import Testing

/// The words for the operator.
@Suite struct BarometerFindingTests {
    private static let all: [BarometerFinding] = [
        .noBus, .noOpenBus, .moduleMissing, .busMissing(path: "/dev/i2c-1"), .denied(path: "/dev/i2c-1"),
        .unsuited(path: "/dev/i2c-1"), .busyWithoutPressure(path: "/dev/i2c-1", address: 0x76),
        .usesKernel(name: "bmp280"), .coarse(name: "ms5611", giveBack: "echo 1-0077 | sudo tee x"),
        .coarse(name: "dps310", giveBack: nil), .coarseForGood(name: "hp206c"), .hangs(path: "/dev/i2c-1"),
        .noAnswer(path: "/dev/i2c-1"), .unknownChip(path: "/dev/i2c-1"),
        .failing(name: "BMP390 at /dev/i2c-1, address 0x77", fault: .bus(.noAnswer)),
        .failing(name: "BMP390 at /dev/i2c-1, address 0x77", fault: .trimming),
        .failed(path: "/dev/i2c-1", number: 24),
    ]

    @Test(arguments: all) func `each finding is a sentence with what to do, in plain words`(finding: BarometerFinding) {
        #expect(finding.message.hasSuffix(".") && finding.message.count < 140)
        #expect(!finding.remedy.isEmpty && !finding.message.contains("\n") && !finding.remedy.contains("\n"))
        #expect(finding.code.hasPrefix("barometer"))
    }

    @Test func `each finding has a code and a sentence of its own`() {
        #expect(Set(Self.all.map(\.message)).count == Self.all.count)
        #expect(
            Set(Self.all.map(\.code)).count == Self.all.count - 3, "two are of a failing chip, three of whole pascals")
    }

    @Test func `a hanging bus and a silent chip need different remedies`() {
        let (hangs, silent) = (
            BarometerFinding.hangs(path: "/dev/i2c-3"), BarometerFinding.noAnswer(path: "/dev/i2c-3")
        )
        #expect(hangs.remedy.contains("power") && silent.remedy.contains("i2cdetect -y 3"))
        #expect(hangs.message != silent.message && hangs.code != silent.code)
    }

    @Test func `a missing permission names the group, a missing module the command`() {
        #expect(BarometerFinding.denied(path: "/dev/i2c-1").remedy.contains("usermod -aG i2c"))
        #expect(BarometerFinding.moduleMissing.remedy.contains("modprobe i2c-dev"))
    }

    @Test func `only what is used through the kernel is harmless`() {
        let codes = Self.all.filter(\.isHarmless).map(\.code)
        #expect(codes == ["barometerThroughKernel", "barometerCoarse", "barometerCoarse", "barometerCoarse"])
    }

    @Test(arguments: [
        ChipFault.bus(.noAnswer), .bus(.hangs), .bus(.broken), .identity(0x58), .trimming, .notReady, .settings, .chip,
        .restarted, .sentinel, .zeros, .impossible, .step, .frozen, .stalled,
    ])
    func `each fault is a part of a sentence`(fault: ChipFault) {
        #expect(fault.words.first?.isLowercase == true && !fault.words.hasSuffix("."))
        #expect(BarometerFinding.failing(name: "BMP390", fault: fault).message.hasPrefix("The barometer BMP390 "))
    }
}
