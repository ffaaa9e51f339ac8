import Perception
import Readings
import Testing

@Suite struct DepthRulesTests {
    @Test func `the defaults are the contract`() {
        let rules = DepthRules()
        #expect(rules.minimumMetres == 0.1 && rules.maximumMetres == 5 && rules.usableShare == 0.25)
        #expect(rules.percentile == 0.05 && rules.region == .central && rules.minimumConfidence == .medium)
        #expect(rules.stripsOn)
        #expect(rules.findings().isEmpty)
    }

    @Test(arguments: [
        ("minimumMetres", DepthRules(minimumMetres: -0.001)), ("minimumMetres", DepthRules(minimumMetres: .nan)),
        ("maximumMetres", DepthRules(minimumMetres: 0, maximumMetres: 0)),
        ("maximumMetres", DepthRules(maximumMetres: .infinity)), ("usableShare", DepthRules(usableShare: 1.01)),
        ("usableShare", DepthRules(usableShare: -0.01)), ("percentile", DepthRules(percentile: 0)),
        ("percentile", DepthRules(percentile: 1.01)), ("regionWidth", DepthRules(regionWidth: 0)),
        ("regionWidth", DepthRules(regionWidth: 1.01)), ("regionHeight", DepthRules(regionHeight: 0)),
        ("regionHeight", DepthRules(regionHeight: .nan)),
    ])
    func `a number out of range is found by its name`(field: String, rules: DepthRules) {
        let findings = rules.findings()
        #expect(findings.count == 1)
        #expect(findings.first?.description.hasPrefix(field + " is ") == true)
    }

    @Test(arguments: [
        DepthRules(minimumMetres: 0), DepthRules(usableShare: 0), DepthRules(usableShare: 1),
        DepthRules(percentile: 1), DepthRules(percentile: 0.000_001), DepthRules(regionWidth: 1, regionHeight: 1),
        DepthRules(minimumMetres: 2, maximumMetres: 2),
    ])
    func `the ends of the ranges are within them`(rules: DepthRules) {
        #expect(rules.findings().isEmpty)
    }

    @Test func `limits that cross are found, and all findings come together`() {
        let rules = DepthRules(minimumMetres: 3, maximumMetres: 2, usableShare: 7)
        #expect(rules.findings().count == 2)
        #expect(rules.findings().first == .limitsCross(minimumMetres: 3, maximumMetres: 2))
    }
}
