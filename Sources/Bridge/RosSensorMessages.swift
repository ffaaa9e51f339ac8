/// `sensor_msgs/Range`.
package struct RosRange: Equatable, Sendable {
    /// Of what kind the sensor is; the raw values are those of the message.
    package enum Radiation: UInt8, Sendable {
        /// Sound.
        case ultrasound = 0
        /// Light.
        case infrared = 1
    }

    /// When, and in the frame of which sensor.
    package var header: RosHeader
    /// Of what kind the sensor is.
    package var radiation: Radiation
    /// How wide the sensor looks, in radians.
    package var fieldOfViewRadians: Float
    /// The least distance that it can tell, in metres.
    package var minimumMetres: Float
    /// The greatest distance that it can tell, in metres.
    package var maximumMetres: Float
    /// The distance in metres; infinite where nothing is within the range, NaN where there is no reading (REP 117).
    package var metres: Float

    /// Makes a message.
    package init(
        header: RosHeader, radiation: Radiation, fieldOfViewRadians: Float, minimumMetres: Float, maximumMetres: Float,
        metres: Float
    ) {
        (self.header, self.radiation, self.fieldOfViewRadians) = (header, radiation, fieldOfViewRadians)
        (self.minimumMetres, self.maximumMetres, self.metres) = (minimumMetres, maximumMetres, metres)
    }

    /// The bytes; without `variance`, whose 0 means that it is not known, as ROS 2 had it before Iron.
    package func bytes(withVariance: Bool) -> [UInt8] {
        var out = CDRWriter()
        header.write(&out)
        out.octet(radiation.rawValue)
        out.float(fieldOfViewRadians)
        out.float(minimumMetres)
        out.float(maximumMetres)
        out.float(metres)
        if withVariance { out.float(0) }
        return out.bytes
    }
}

/// `sensor_msgs/FluidPressure`.
package struct RosPressure: Equatable, Sendable {
    /// When, and in the frame of which sensor.
    package var header: RosHeader
    /// The pressure in pascals.
    package var pascals: Double

    /// Makes a message.
    package init(header: RosHeader, pascals: Double) { (self.header, self.pascals) = (header, pascals) }

    /// The bytes; a variance of 0 means that it is not known.
    package var bytes: [UInt8] {
        var out = CDRWriter()
        header.write(&out)
        out.double(pascals)
        out.double(0)
        return out.bytes
    }
}
