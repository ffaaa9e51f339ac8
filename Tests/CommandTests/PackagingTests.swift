import Evidence
import Foundation
import Testing

/// What makes the program a service of a Debian machine: the files of `systemd` and `packaging`.
@Suite struct PackagingTests {
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")

    private static func has(_ program: String) -> Bool {
        ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + program) }
    }

    private static func text(_ path: String) throws -> String { try #require(Files.text(root + "/" + path)) }

    private static func lines(_ path: String) throws -> [String] {
        try text(path).split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// What `systemd-analyze` says of the unit, with a program that is there and some drop-ins, in a folder of its own.
    private static func analyze(_ words: String, dropIns: [String] = []) throws -> Companion.Outcome {
        try Files.withTemporaryFolder { folder in
            let unit = try text("systemd/companion.service")
            Files.write(
                unit.replacingOccurrences(of: "/usr/bin/companion ", with: "/bin/true "),
                to: folder + "/companion.service")
            try FileManager.default.createDirectory(
                atPath: folder + "/companion.service.d", withIntermediateDirectories: true)
            for name in dropIns {
                Files.write(try text("systemd/drop-ins/\(name)"), to: folder + "/companion.service.d/\(name)")
            }
            return try Companion.shell("systemd-analyze \(words) ./companion.service", in: folder)
        }
    }

    private static let noAnalyzer: Comment = "systemd-analyze is not installed: the unit was not checked"

    @Test(.enabled(if: has("systemd-analyze"), noAnalyzer), arguments: [[], ["no-network.conf"]])
    func `the unit is read without a word, and exposes less than 1.5 of 10`(dropIns: [String]) throws {
        let verified = try Self.analyze("--man=no verify", dropIns: dropIns)
        #expect(verified.status == 0 && verified.output.isEmpty && verified.errors.isEmpty, "\(verified.errors)")
        let judged = try Self.analyze("security --offline=yes --threshold=15 --no-pager", dropIns: dropIns)
        #expect(judged.status == 0 && judged.errors.isEmpty, "\(judged.lines.last ?? "")\(judged.errors)")
    }

    @Test(.enabled(if: has("systemd-analyze"), noAnalyzer))
    func `an unknown key of the unit would be seen`() throws {
        let known = try Self.analyze("--man=no verify", dropIns: ["rising-delay.conf"])
        let version = try Companion.shell("systemd-analyze --version").output
        let number = Int(version.split(separator: " ").dropFirst().first ?? "") ?? 0
        #expect(known.errors.contains("RestartSteps") == (number < 254), "\(known.errors)")
    }

    @Test func `newaetech/chipwhisperer#316: every group that a rule or the unit names is made, or there already`()
        throws
    {
        let users = try Self.lines("systemd/companion-sysusers.conf").map { $0.split(separator: " ") }
        let made = Set(users.filter { $0[0] == "g" }.map { String($0[1]) })
        let rules = try Self.text("systemd/60-companion.rules").ranges(of: "GROUP=\"").map { found in
            String(try Self.text("systemd/60-companion.rules")[found.upperBound...].prefix { $0 != "\"" })
        }
        let unit = try Self.lines("systemd/companion.service").filter {
            $0.hasPrefix("SupplementaryGroups=") || $0.hasPrefix("Group=")
        }.flatMap { $0.split(separator: "=")[1].split(separator: " ").map(String.init) }
        #expect(rules.count >= 3 && unit.count >= 4)
        for group in rules + unit { #expect(made.contains(group), "nobody makes the group \(group)") }
    }

    @Test func `a rule holds for every event of a device but its removal`() throws {
        let rules = try Self.lines("systemd/60-companion.rules")
        #expect(rules.count >= 4)
        for rule in rules { #expect(rule.hasPrefix("ACTION!=\"remove\", "), "\(rule)") }
    }

    @Test(.enabled(if: Companion.isPresent, "\(Companion.absence)"))
    func `the shipped configuration is the template that the program prints`() throws {
        let template = try Companion.run(["config", "template"])
        #expect(template.output == (try Self.text("systemd/companion.json5")))
    }

    private static let canPackage = Companion.isPresent && has("dpkg-shlibdeps") && has("strip")

    /// Builds the package of the program that is built already, in a shell's circumstances.
    private static func package(in folder: String, after circumstances: String) throws -> String {
        let call = "scripts/deb.sh --program '\(Companion.path)' --out '\(folder)'"
        let run = try Companion.shell("\(circumstances); \(call)", in: root)
        try #require(run.status == 0, "\(run.errors)")
        return try #require(run.lines.last)
    }

    @Test(
        .enabled(if: canPackage, "companion, dpkg-dev or binutils is missing: no package was built"))
    func `a package built twice, elsewhere and at another time, has the same bytes, and holds what it should`() throws {
        try Files.withTemporaryFolder { folder in
            let first = try Self.package(in: folder + "/a", after: "umask 022; export TZ=UTC")
            let second = try Self.package(in: folder + "/b", after: "umask 077; export TZ=Asia/Tokyo LANG=C.UTF-8")
            let bytes = try #require(Files.read(first))
            #expect(bytes == Files.read(second))
            let names = try Companion.shell("dpkg-deb -c '\(first)'").output
            for path in [
                "usr/bin/companion", "lib/systemd/system/companion.service", "lib/udev/rules.d/60-companion.rules",
                "usr/lib/sysusers.d/companion.conf", "usr/lib/tmpfiles.d/companion.conf",
                "usr/lib/modules-load.d/companion.conf", "etc/companion/companion.json5",
                "usr/share/companion/drop-ins/no-network.conf", "usr/share/companion/calibration/",
                "usr/share/man/man1/companion.1.gz",
            ] { #expect(names.contains(" ./\(path)\n"), "\(path)") }
            #expect(
                try Companion.shell("dpkg-deb -I '\(first)' conffiles").output == "/etc/companion/companion.json5\n")
            let control = try Companion.shell("dpkg-deb -f '\(first)'").output
            #expect(control.contains("libc6 (>= ") && control.contains("libsqlite3-0"), "\(control)")
        }
    }

    @Test(
        .enabled(if: canPackage && has("lintian"), "lintian is not installed: the package was not judged"))
    func `lintian finds no error in the package`() throws {
        try Files.withTemporaryFolder { folder in
            let package = try Self.package(in: folder, after: "true")
            // The program of the tests looks for its runtime beside the compiler; the one of make deb has it inside.
            let judged = try Companion.shell(
                "lintian --allow-root --suppress-tags custom-library-search-path '\(package)'")
            #expect(judged.lines.filter { $0.hasPrefix("E:") }.isEmpty, "\(judged.output)")
            #expect(judged.status == 0)
        }
    }
}
