// swift-tools-version: 6.2
// The rooms of the house, in order: a room imports only rooms that stand before it (see ARCHITECTURE.md).
import PackageDescription

let swift: [SwiftSetting] = [.treatAllWarnings(as: .error)]
let c: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

let package = Package(
    name: "Companion",
    products: [
        .library(
            name: "CompanionCore",
            targets: ["Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding"]),
        .executable(name: "companion", targets: ["companion"]),
    ],
    targets: [
        // C shims
        .target(name: "CDepthKernel", path: "Drivers/CDepthKernel", cSettings: c),
        .target(name: "CProcess", path: "Drivers/CProcess", cSettings: c),
        .target(
            name: "CPNGImage", path: "Drivers/CPNGImage", cSettings: c,
            linkerSettings: [.linkedLibrary("png")]),
        .systemLibrary(
            name: "CSQLite", path: "Drivers/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        // the core: pure, synchronous, shared with the phone app
        .target(name: "Documents", swiftSettings: swift),
        .target(name: "Readings", dependencies: ["Documents"], swiftSettings: swift),
        .target(name: "Perception", dependencies: ["CDepthKernel", "Readings"], swiftSettings: swift),
        .target(name: "Wayfinding", dependencies: ["Documents", "Readings"], swiftSettings: swift),
        .target(name: "Announcing", dependencies: ["Readings", "Wayfinding"], swiftSettings: swift),
        .target(
            name: "Deciding",
            dependencies: ["Documents", "Readings", "Perception", "Wayfinding", "Announcing"],
            swiftSettings: swift),
        // the world
        .target(name: "Platform", dependencies: ["CProcess", "Readings"], swiftSettings: swift),
        .target(
            name: "Recordings", dependencies: ["CPNGImage", "Readings", "Platform"], swiftSettings: swift),
        .target(
            name: "Simulation",
            dependencies: ["Documents", "Readings", "Perception", "Wayfinding", "Deciding", "Platform"],
            exclude: ["SCENARIO.md"],
            resources: [
                .embedInCode("Scenarios/hall.json5"), .embedInCode("Demo/buildings.json"),
                .embedInCode("Demo/ground.json"), .embedInCode("Demo/first.json"), .embedInCode("Demo/second.json"),
            ], swiftSettings: swift),
        .target(
            name: "Storage", dependencies: ["CSQLite", "Documents", "Wayfinding", "Platform"],
            swiftSettings: swift),
        .target(name: "Speech", dependencies: ["Readings", "Platform"], swiftSettings: swift),
        .target(
            name: "Service",
            dependencies: [
                "Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding", "Platform",
                "Recordings", "Simulation", "Storage", "Speech",
            ], swiftSettings: swift),
        .executableTarget(
            name: "companion",
            dependencies: [
                "Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding", "Platform",
                "Recordings", "Simulation", "Storage", "Speech", "Service",
            ], swiftSettings: swift),
        // the tests
        .target(name: "Evidence", dependencies: ["Wayfinding"], path: "Tests/Evidence", swiftSettings: swift),
        .testTarget(name: "DocumentsTests", dependencies: ["Documents", "Evidence"], swiftSettings: swift),
        .testTarget(name: "ReadingsTests", dependencies: ["Readings", "Documents", "Evidence"], swiftSettings: swift),
        .testTarget(
            name: "PerceptionTests",
            dependencies: ["Perception", "Readings", "Recordings", "CDepthKernel", "Evidence"], swiftSettings: swift),
        .testTarget(
            name: "WayfindingTests", dependencies: ["Wayfinding", "Announcing", "Documents", "Readings", "Evidence"],
            swiftSettings: swift),
        .testTarget(name: "AnnouncingTests", dependencies: ["Announcing", "Readings"], swiftSettings: swift),
        .testTarget(
            name: "DecidingTests",
            dependencies: ["Deciding", "Documents", "Readings", "Announcing", "Wayfinding", "Evidence"],
            swiftSettings: swift),
        .testTarget(
            name: "RecordingsTests", dependencies: ["Recordings", "Readings", "Evidence"], swiftSettings: swift),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["Simulation", "Deciding", "Documents", "Perception", "Readings", "Evidence"],
            swiftSettings: swift),
        .executableTarget(
            name: "StorageWriter", dependencies: ["Storage", "Documents", "Wayfinding", "Platform"],
            path: "Tests/StorageWriter", swiftSettings: swift),
        .testTarget(
            name: "StorageTests",
            dependencies: ["Storage", "Wayfinding", "Documents", "Platform", "CSQLite", "Evidence"],
            swiftSettings: swift),
        .testTarget(
            name: "SpeechTests", dependencies: ["Speech", "Platform", "Readings", "CProcess", "Evidence"],
            swiftSettings: swift),
        .testTarget(
            name: "ServiceTests",
            dependencies: ["Service", "Documents", "Readings", "Deciding", "Platform", "Speech", "Evidence"],
            swiftSettings: swift),
        .testTarget(
            name: "CommandTests", dependencies: ["Platform", "Documents", "Readings", "Storage", "Evidence"],
            swiftSettings: swift),
        .executableTarget(
            name: "Bench", dependencies: ["Documents", "Readings", "Perception", "Wayfinding"], path: "Tests/Bench",
            swiftSettings: swift),
        .testTarget(name: "HouseTests", dependencies: ["Evidence"], swiftSettings: swift),
    ],
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
