import Documents

extension Doctor {
    /// The problems of the running service that only frames can show: a calibration that does not fit, a dirty glass.
    static let seenByService: Set<String> = ["calibrationUnfit", "calibrationRejected", "cameraGlass"]

    /// What is wrong with how the floor is known, and with what the service's camera sees.
    static func mounting(_ facts: MachineFacts) -> [DoctorFinding] {
        let file: [DoctorFinding]
        switch facts.mounting {
        case .known: file = []
        case .absent(let path):
            file = [
                .init(
                    .note, "cameraNotCalibrated",
                    "there is no \(path), so the floor is not told from surfaces, nor steps down watched for",
                    remedy: "stand the robot on a flat floor with 2 m free ahead, then companion calibrate camera")
            ]
        case .refused(let reasons):
            file = reasons.map {
                .init(
                    .error, "calibrationRefused", "\($0); steps down are not watched for",
                    remedy: "correct it, or make it anew with companion calibrate camera")
            }
        }
        return file + facts.cameraProblems.map { .init(.error, $0.code, $0.message, remedy: $0.remedy) }
    }

    /// What the answer of the service to `status` says of floor and glass.
    package static func cameraProblems(inStatus status: JSONValue) -> [StatusProblem] {
        guard case .array(let problems)? = status["problems"] else { return [] }
        return problems.compactMap { problem in
            guard case .string(let code)? = problem["code"], seenByService.contains(code),
                case .string(let message)? = problem["message"], case .string(let remedy)? = problem["remedy"]
            else { return nil }
            return StatusProblem(code: code, message: message, remedy: remedy)
        }
    }
}
