import Documents
import Glibc

/// A point on the Earth: degrees on WGS 84.
package struct GeodeticPoint: Equatable, Sendable {
    /// Degrees east, −180 to 180.
    package var longitude: Double
    /// Degrees north, −90 to 90.
    package var latitude: Double

    /// Makes a point.
    package init(longitude: Double, latitude: Double) {
        self.longitude = longitude
        self.latitude = latitude
    }

    /// Whether both numbers can be those of a point.
    package var isPlausible: Bool { fault == nil }

    /// Which of the numbers cannot be that of a point, in a person's words; nil where both can.
    var fault: String? {
        if !(latitude.magnitude <= 90) { return "its latitude \(DecimalText.fixed(latitude, digits: 7)) is impossible" }
        if !(longitude.magnitude <= 180) {
            return "its longitude \(DecimalText.fixed(longitude, digits: 7)) is impossible"
        }
        return nil
    }
}

/// A frame of metres that touches the Earth at a point: x east, y north, z up (REP 103's geographic frame).
///
/// It is the local tangent plane of WGS 84. A point 1 km away is true to a millimetre; at 20 km, where this frame ends,
/// to a few centimetres.
package struct GeodeticFrame: Equatable, Sendable {
    /// How far from the origin points may be, in metres.
    package static let reachMetres = 20_000.0
    /// Semi-major axis of WGS 84 in metres.
    private static let axisMetres = 6_378_137.0
    /// First eccentricity of WGS 84, squared.
    private static let eccentricitySquared = 0.006_694_379_990_141_316

    /// Where the frame's origin is.
    package let origin: GeodeticPoint

    /// Makes a frame that touches the Earth at a point; nil where that is none.
    package init?(origin: GeodeticPoint) {
        guard origin.isPlausible else { return nil }
        self.origin = origin
    }

    /// A frame in the median of some points, its origin in whole ten-millionths of a degree; at (0, 0) without any.
    ///
    /// A single point far away does not move it.
    package init(around points: [GeodeticPoint]) {
        let longitudes = points.map(\.longitude)
        let latitudes = points.map(\.latitude)
        func middle(_ values: [Double]) -> Double {
            values.isEmpty ? 0 : (values.sorted()[values.count / 2] * 1e7).rounded() / 1e7
        }
        origin = GeodeticPoint(longitude: middle(longitudes), latitude: middle(latitudes))
    }

    /// The metres of a point: 0.001° east of (0, 0) is x = 111.319 m, 0.001° north is y = 110.574 m.
    package func metres(_ point: GeodeticPoint) -> PlanPoint {
        let here = Self.earth(point)
        let there = Self.earth(origin)
        let delta = (x: here.x - there.x, y: here.y - there.y, z: here.z - there.z)
        let (longitude, latitude) = (Self.radians(origin.longitude), Self.radians(origin.latitude))
        let outward = cos(longitude) * delta.x + sin(longitude) * delta.y
        return PlanPoint(
            x: -sin(longitude) * delta.x + cos(longitude) * delta.y,
            y: -sin(latitude) * outward + cos(latitude) * delta.z)
    }

    /// The point that lies at some metres: the inverse of ``metres(_:)`` within a tenth of a millimetre.
    package func point(_ metres: PlanPoint) -> GeodeticPoint {
        let latitude = Self.radians(origin.latitude)
        let square = 1 - Self.eccentricitySquared * sin(latitude) * sin(latitude)
        let north = Self.axisMetres * (1 - Self.eccentricitySquared) / (square * square.squareRoot())
        let east = max(Self.axisMetres / square.squareRoot() * cos(latitude), 1)
        var guess = origin
        // Each round divides what is left by about a thousand.
        for _ in 0..<6 {
            let reached = self.metres(guess)
            guess.longitude += (metres.x - reached.x) / east * 180 / .pi
            guess.latitude += (metres.y - reached.y) / north * 180 / .pi
        }
        return guess
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

    /// Earth-centred metres of a point on the ellipsoid.
    private static func earth(_ point: GeodeticPoint) -> (x: Double, y: Double, z: Double) {
        let (longitude, latitude) = (radians(point.longitude), radians(point.latitude))
        let normal = axisMetres / (1 - eccentricitySquared * sin(latitude) * sin(latitude)).squareRoot()
        return (
            normal * cos(latitude) * cos(longitude), normal * cos(latitude) * sin(longitude),
            normal * (1 - eccentricitySquared) * sin(latitude)
        )
    }
}
