import Documents

/// What a running service says of its sensors, as the doctor takes it.
package struct ServiceWord: Equatable, Sendable {
    /// What it says is wrong with its camera, its barometer and what they see, those that say most first.
    package var problems: [StatusProblem] = []
    /// Whether it opens cameras by itself and may do so, whatever this user may.
    package var opensCamera = false
    /// The same of the barometer.
    package var opensBarometer = false

    /// The word of a service that says nothing.
    package init() {}

    /// The word of a service that runs and does not talk to this user: what it may open is not this user's matter.
    package static var silent: ServiceWord {
        var word = ServiceWord()
        (word.opensCamera, word.opensBarometer) = (true, true)
        return word
    }

    /// Takes the word from an answer to `status`.
    package init(status: JSONValue) {
        opensCamera = Self.state("camera", status).map { $0 != "refused" } ?? false
        opensBarometer = Self.state("barometerDevice", status) != nil
        guard case .array(let all)? = status["problems"] else { return }
        let told = all.compactMap(StatusProblem.init(json:)).filter { Self.isOfSensors($0.code) }
        problems = told.filter { problem in
            guard let prefix = Self.general[problem.code] else { return true }
            return !told.contains { $0.code != problem.code && Self.isDevice($0.code, prefix) }
        }
    }

    /// What codes of sensors begin with.
    private static let sensors = ["noCamera", "camera", "confidence", "depth", "calibration", "barometer"]
    /// What the core says of a sensor that does not read, and the sensor whose own words say more.
    private static let general = ["depthUnavailable": "camera", "barometerUnavailable": "barometer"]

    private static func isOfSensors(_ code: String) -> Bool { sensors.contains { code.hasPrefix($0) } }

    private static func isDevice(_ code: String, _ sensor: String) -> Bool {
        code != "cameraGlass" && (code.hasPrefix(sensor) || sensor == "camera" && code == "noCamera")
    }

    private static func state(_ part: String, _ status: JSONValue) -> String? {
        guard case .string(let state)? = status[part]?["state"] else { return nil }
        return state
    }

    /// The findings that the doctor's own looks at camera and barometer do not have already.
    package func findings(beside own: [DoctorFinding]) -> [DoctorFinding] {
        let errors = own.filter { $0.severity == .error }.map(\.code)
        return problems.filter { problem in
            if own.contains(where: { $0.code == problem.code }) { return false }
            let sensor = Self.general[problem.code] ?? (problem.code == "cameraUnplugged" ? "camera" : nil)
            return sensor.map { sensor in !errors.contains { Self.isDevice($0, sensor) } } ?? true
        }.map { .init(Self.severity($0.code), $0.code, $0.message, remedy: $0.remedy) }
    }

    /// Readings go on without the camera's own confidence, and something close may be a person.
    private static func severity(_ code: String) -> DoctorFinding.Severity {
        code == "confidenceSilent" || code == "depthBlocked" ? .warning : .error
    }
}

extension StatusProblem {
    /// Reads a problem of the status; nil where it is none.
    init?(json: JSONValue) {
        guard case .string(let code)? = json["code"], case .string(let message)? = json["message"],
            case .string(let remedy)? = json["remedy"]
        else { return nil }
        self.init(code: code, message: message, remedy: remedy)
    }
}
