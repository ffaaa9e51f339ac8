// swift-tools-version: 6.2
// The rooms of the house, in order: a room imports only rooms that stand before it (see ARCHITECTURE.md).
import Foundation
import PackageDescription

/// FUZZ=1, as `make fuzz` sets it, builds everything with the hooks of libFuzzer and adds the program that uses them.
let isFuzzing = Context.environment["FUZZ"] == "1"
let fuzzerFlags = ["-sanitize=fuzzer,address"]

let swift: [SwiftSetting] = [.treatAllWarnings(as: .error)] + (isFuzzing ? [.unsafeFlags(fuzzerFlags)] : [])
let c: [CSetting] = [.enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error)]

/// Devices are emulated for the tests where umockdev can be built against; elsewhere those tests are skipped.
let hasUmockdev = FileManager.default.fileExists(atPath: "/usr/include/umockdev-1.0/umockdev.h")

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
            name: "CDepthCamera", path: "Drivers/CDepthCamera", cSettings: c,
            linkerSettings: [.linkedLibrary("usb-1.0")]),
        .target(
            name: "CPNGImage", path: "Drivers/CPNGImage", cSettings: c,
            linkerSettings: [.linkedLibrary("png")]),
        .target(name: "CBarometerBus", path: "Drivers/CBarometerBus", cSettings: c),
        .systemLibrary(
            name: "CSQLite", path: "Drivers/CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .target(
            name: "COpenSSL", path: "Drivers/COpenSSL", cSettings: c,
            linkerSettings: [.linkedLibrary("ssl"), .linkedLibrary("crypto")]),
        .systemLibrary(
            name: "CZlib", path: "Drivers/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "CExpat", path: "Drivers/CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"])]),
        .systemLibrary(
            name: "CZstd", path: "Drivers/CZstd", pkgConfig: "libzstd", providers: [.apt(["libzstd-dev"])]),
        .target(
            name: "CHTTPServer", path: "Drivers/CHTTPServer", cSettings: c,
            linkerSettings: [.linkedLibrary("microhttpd")]),
        .target(name: "CAvahi", path: "Drivers/CAvahi", cSettings: c, linkerSettings: [.linkedLibrary("dl")]),
        .target(
            name: "CCyclone", path: "Drivers/CCyclone", exclude: ["Messages"], cSettings: c,
            linkerSettings: [.linkedLibrary("dl")]),
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
            name: "Calibration", path: "Calibration", exclude: ["README.md"],
            resources: [
                .embedInCode("camera-orbbec-gemini-330.json5"),
                .embedInCode("camera-realsense-d400-modules.json5"),
                .embedInCode("camera-realsense-d405.json5"),
                .embedInCode("camera-realsense-d415.json5"),
                .embedInCode("camera-realsense-d421.json5"),
                .embedInCode("camera-realsense-d435.json5"),
                .embedInCode("camera-realsense-d436.json5"),
                .embedInCode("camera-realsense-d455.json5"),
                .embedInCode("camera-realsense-l515.json5"),
                .embedInCode("camera-realsense-sr300.json5"),
                .embedInCode("barometer-bme280.json5"),
                .embedInCode("barometer-bmp280.json5"),
                .embedInCode("barometer-bmp388.json5"),
                .embedInCode("barometer-bmp390.json5"),
                .embedInCode("barometer-bmp580.json5"),
                .embedInCode("barometer-bmp581.json5"),
                .embedInCode("barometer-dps310.json5"),
                .embedInCode("barometer-lps22hb.json5"),
                .embedInCode("barometer-lps22hh.json5"),
                .embedInCode("barometer-ms5607.json5"),
                .embedInCode("barometer-ms5611.json5"),
                .embedInCode("barometer-spl06.json5"),
                .embedInCode("mounting-example.json5"),
            ], swiftSettings: swift),
        .target(
            name: "Devices",
            dependencies: [
                "CDepthKernel", "CDepthCamera", "CBarometerBus", "Calibration", "Documents", "Readings", "Platform",
            ],
            swiftSettings: swift),
        .target(
            name: "Recordings", dependencies: ["CPNGImage", "CZstd", "Documents", "Readings", "Platform"],
            swiftSettings: swift),
        .target(
            name: "Simulation",
            dependencies: ["Documents", "Readings", "Perception", "Wayfinding", "Deciding", "Platform"],
            exclude: ["SCENARIO.md"],
            resources: [
                .embedInCode("Scenarios/hall.json5"), .embedInCode("Demo/buildings.json"),
                .embedInCode("Demo/ground.json"), .embedInCode("Demo/first.json"), .embedInCode("Demo/second.json"),
            ], swiftSettings: swift),
        .target(
            name: "MapFormats", dependencies: ["CZlib", "CExpat", "Documents", "Wayfinding", "Platform"],
            swiftSettings: swift),
        .target(
            name: "Storage", dependencies: ["CSQLite", "Documents", "Wayfinding", "Platform"],
            swiftSettings: swift),
        .target(name: "Speech", dependencies: ["Documents", "Readings", "Platform"], swiftSettings: swift),
        .target(
            name: "Control", dependencies: ["Documents", "Readings", "Deciding", "Platform"], swiftSettings: swift),
        .target(
            name: "Pairing",
            dependencies: [
                "COpenSSL", "CAvahi", "Documents", "Readings", "Wayfinding", "Deciding", "Platform", "Storage",
            ], exclude: ["PROTOCOL.md"], swiftSettings: swift),
        .target(
            name: "Bridge", dependencies: ["CCyclone", "Documents", "Readings", "Deciding", "Platform"],
            swiftSettings: swift),
        .target(
            name: "Console",
            dependencies: [
                "CHTTPServer", "Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding",
                "Platform", "Control",
            ],
            resources: [
                .embedInCode("Page/index.html"), .embedInCode("Page/page.css"), .embedInCode("Page/icon.svg"),
                .embedInCode("Page/parts.js"), .embedInCode("Page/service.js"), .embedInCode("Page/doors.js"),
                .embedInCode("Page/routes.js"), .embedInCode("Page/nearby.js"), .embedInCode("Page/picture.js"),
                .embedInCode("Page/settings.js"), .embedInCode("Page/seen.js"), .embedInCode("Page/phones.js"),
                .embedInCode("Page/log.js"), .embedInCode("Page/page.js"),
            ], swiftSettings: swift),
        .target(
            name: "Service",
            dependencies: [
                "Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding", "Platform",
                "Devices", "Recordings", "Simulation", "Storage", "Speech", "Control", "Pairing", "Bridge", "Console",
            ], swiftSettings: swift),
        .executableTarget(
            name: "companion",
            dependencies: [
                "Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding", "Platform",
                "Devices", "Recordings", "Simulation", "MapFormats", "Storage", "Speech", "Control", "Pairing",
                "Bridge", "Console", "Service",
            ], swiftSettings: swift),
        // the tests
        .target(name: "Evidence", dependencies: ["Wayfinding"], path: "Tests/Evidence", swiftSettings: swift),
        .target(name: "CameraModels", path: "Tests/CameraModels", swiftSettings: swift),
        .target(name: "ChipModels", path: "Tests/ChipModels", swiftSettings: swift),
        .target(
            name: "MapModels", dependencies: ["CZlib", "MapFormats"], path: "Tests/MapModels", swiftSettings: swift),
        .target(
            name: "FuzzEntries",
            dependencies: [
                "CameraModels", "ChipModels", "MapModels", "Documents", "Readings", "Perception", "Wayfinding",
                "Deciding", "Devices", "Recordings", "Simulation", "MapFormats", "Control", "Pairing", "Evidence",
            ], path: "Tests/FuzzEntries", swiftSettings: swift),
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
            name: "DevicesTests",
            dependencies: [
                "Devices", "CameraModels", "ChipModels", "CDepthKernel", "CBarometerBus", "CDepthCamera", "Calibration",
                "Documents", "Readings", "Perception", "Platform", "FuzzEntries", "Evidence",
            ], swiftSettings: swift),
        .testTarget(
            name: "RecordingsTests", dependencies: ["Recordings", "Documents", "Readings", "Platform", "Evidence"],
            exclude: ["read_recording.py", "write_recording.py"],
            swiftSettings: swift),
        .testTarget(
            name: "SimulationTests",
            dependencies: ["Simulation", "Deciding", "Documents", "Perception", "Readings", "Evidence"],
            swiftSettings: swift),
        .testTarget(
            name: "MapFormatsTests",
            dependencies: ["MapFormats", "MapModels", "Documents", "Wayfinding", "Evidence"], swiftSettings: swift),
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
            name: "ControlTests",
            dependencies: ["Control", "Documents", "Readings", "Deciding", "Platform", "Evidence"],
            swiftSettings: swift),
        .testTarget(
            name: "ConsoleTests",
            dependencies: [
                "Console", "Control", "Documents", "Readings", "Perception", "Wayfinding", "Deciding", "Platform",
            ], swiftSettings: swift),
        .testTarget(
            name: "PairingTests",
            dependencies: [
                "Pairing", "COpenSSL", "Documents", "Readings", "Wayfinding", "Deciding", "Platform", "Storage",
                "Evidence",
            ], exclude: ["vectors.py", "avahi-bench.sh"], swiftSettings: swift),
        .testTarget(
            name: "BridgeTests",
            dependencies: [
                "Bridge", "Documents", "Readings", "Wayfinding", "Announcing", "Deciding", "Evidence",
            ],
            swiftSettings: swift),
        .testTarget(
            name: "ServiceTests",
            dependencies: [
                "Service", "Documents", "Readings", "Perception", "Announcing", "Deciding", "Platform", "Devices",
                "Storage", "Speech", "Pairing", "Bridge", "CameraModels", "Evidence",
            ], swiftSettings: swift),
        .testTarget(
            name: "CommandTests",
            dependencies: ["Platform", "Documents", "Readings", "MapModels", "Storage", "Evidence"],
            swiftSettings: swift),
        .executableTarget(name: "BenchVoice", path: "Tests/BenchVoice", cSettings: c),
        .executableTarget(
            name: "Bench",
            dependencies: [
                "Documents", "Readings", "Perception", "Wayfinding", "Deciding", "Platform", "Devices", "Speech",
                "Service", "Evidence", "CameraModels",
            ], path: "Tests/Bench", swiftSettings: swift),
        .executableTarget(
            name: "Soak",
            dependencies: [
                "Documents", "Readings", "Perception", "Wayfinding", "Announcing", "Deciding", "Platform", "Devices",
                "Storage", "Speech", "Control", "Service", "Evidence", "CameraModels",
            ], path: "Tests/Soak", swiftSettings: swift),
        .testTarget(name: "HouseTests", dependencies: ["Evidence"], swiftSettings: swift),
    ]
        + (hasUmockdev && !isFuzzing
            ? [
                .systemLibrary(name: "CUmockdev", path: "Tests/EmulatedDevices/Umockdev", pkgConfig: "umockdev-1.0"),
                .target(
                    name: "CEmulatedDevices", dependencies: ["CUmockdev"], path: "Tests/EmulatedDevices",
                    exclude: ["Program", "Umockdev"], publicHeadersPath: ".", cSettings: c,
                    linkerSettings: [.linkedLibrary("umockdev-preload"), .linkedLibrary("util")]),
                .executableTarget(
                    name: "EmulatedDevices",
                    dependencies: [
                        "CEmulatedDevices", "CameraModels", "ChipModels", "Devices", "Documents", "Platform",
                        "Readings",
                        "Simulation",
                    ], path: "Tests/EmulatedDevices/Program", swiftSettings: swift),
                .executableTarget(
                    name: "DriverTrial", dependencies: ["Devices", "Documents", "Platform", "Readings"],
                    path: "Tests/DriverTrial", swiftSettings: swift),
                .executableTarget(
                    name: "BarometerTrial", dependencies: ["Devices", "Platform", "Readings"],
                    path: "Tests/BarometerTrial",
                    swiftSettings: swift),
            ] : [])
        + (isFuzzing
            ? [
                .systemLibrary(name: "CFuzzDriver", path: "Tests/FuzzDriver"),
                .executableTarget(
                    name: "Fuzz", dependencies: ["CFuzzDriver", "FuzzEntries"], path: "Tests/Fuzz",
                    swiftSettings: swift,
                    linkerSettings: [.unsafeFlags(fuzzerFlags + ["-use-ld=lld"])]),
            ] : []),
    swiftLanguageModes: [.v6],
    cLanguageStandard: .c11
)
