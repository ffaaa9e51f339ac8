extension Doctor {
    /// What is wrong with how the floor is known.
    static func mounting(_ facts: MachineFacts) -> [DoctorFinding] {
        switch facts.mounting {
        case .known: []
        case .absent(let path):
            [
                .init(
                    .note, "cameraNotCalibrated",
                    "there is no \(path), so the floor is not told from surfaces, nor steps down watched for",
                    remedy: "stand the robot on a flat floor with 2 m free ahead, then companion calibrate camera")
            ]
        case .refused(let reasons):
            reasons.map {
                .init(
                    .error, "calibrationRefused", "\($0); steps down are not watched for",
                    remedy: "correct it, or make it anew with companion calibrate camera")
            }
        }
    }
}
