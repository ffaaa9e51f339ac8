import CCyclone

/// A type of message: its form, and the hash by which ROS 2 of Iron and later tells it (REP 2011).
enum RosType {
    case text
    case range
    case rangeBefore
    case pressure
    case diagnostics
    case path
    case pose
    case odometry

    var form: cyclone_form {
        switch self {
        case .text: CYCLONE_STRING
        case .range: CYCLONE_RANGE
        case .rangeBefore: CYCLONE_RANGE_BEFORE
        case .pressure: CYCLONE_FLUID_PRESSURE
        case .diagnostics: CYCLONE_DIAGNOSTIC_ARRAY
        case .path: CYCLONE_PATH
        case .pose: CYCLONE_POSE_WITH_COVARIANCE
        case .odometry: CYCLONE_ODOMETRY
        }
    }

    /// The SHA-256 of the type's description, in hexadecimal.
    var hash: String {
        switch self {
        case .text: "df668c740482bbd48fb39d76a70dfd4bd59db1288021743503259e948f6b1a18"
        case .range: "b42b62562e93cbfe9d42b82fe5994dfa3d63d7d5c90a317981703f7388adff3a"
        case .rangeBefore: "9430b1915b94d4268ff903679e8ecd09b6a67d331bd028738ec1eeb592891ebd"
        case .pressure: "22dfb2b145a0bd5a31a1ac3882a1b32148b51d9b2f3bab250290d66f3595bc32"
        case .diagnostics: "5a8a36efb05fb25070fa0fb3810290c0e6cd4862b54a8fb975a1ee8dc55a333e"
        case .path: "1957a5bb3cee5da65c4e52e52b65a93df227efce4c20f8458b36e73066ca334b"
        case .pose: "26432f9803e43727d3c8f668d1fdb3c630f548af631e2f4e31382371bfea3b6e"
        case .odometry: "3cc97dc7fb7502f8714462c526d369e35b603cfc34d946e3f2eda2766dfec6e0"
        }
    }

    var userData: String { "typehash=RIHS01_\(hash);" }
}
