/// Somebody on a drawing, or the robot itself.
public struct DrawingPerson: Equatable, Sendable {
    /// Who stands there, and whether they still do.
    public enum Kind: Equatable, Sendable {
        /// The robot, heading so many radians counter-clockwise from +x.
        case robot(yaw: Double)
        /// Somebody who is heard now.
        case here
        /// Somebody who was last heard so long ago, in short words: "3 min".
        case lastSeen(age: String)
    }

    /// The id of the place.
    public var place: String
    /// Where, in the place's frame.
    public var position: Position
    /// The name.
    public var name: String
    /// Who it is.
    public var kind: Kind

    /// Makes somebody.
    public init(place: String, position: Position, name: String, kind: Kind) {
        self.place = place
        self.position = position
        self.name = name
        self.kind = kind
    }

    /// What stands beside the sign: "Sam", or "Sam · 3 min" for somebody last seen.
    public var label: String {
        if case .lastSeen(let age) = kind { "\(name) · \(age)" } else { name }
    }

    /// How far the sign reaches from its point, in pixels.
    static let radius = 12.0

    /// The words of the legend.
    static func word(_ kind: Kind) -> String {
        switch kind {
        case .robot: "The robot"
        case .here: "Heard now"
        case .lastSeen: "Last seen here"
        }
    }

    /// The sign around the origin: a dot, a hollow ring that is amber, or an arrow head that points ahead.
    static func sign(_ kind: Kind) -> String {
        switch kind {
        case .robot(let yaw):
            // degrees clockwise on the sheet, whose y is down
            let degrees = yaw.isFinite ? -(yaw * 180 / .pi).rounded().truncatingRemainder(dividingBy: 360) : 0
            return "<g transform=\"rotate(\(DrawingText.number(degrees)))\">"
                + "<path class=\"robot\" d=\"M-11 -11L15 0L-11 11L-5.5 0Z\"/></g>"
        case .here: return "<circle class=\"person\" r=\"8\"/>"
        case .lastSeen: return "<circle class=\"ghost\" r=\"8\"/>"
        }
    }

    /// The sign with its spoken title, at a point of the sheet.
    func svg(at point: DrawingPoint) -> String {
        let title = DrawingText.escaped("\(DrawingText.isolated(label)) (\(Self.word(kind).lowercased()))")
        return "<g transform=\"translate(\(point.text))\"><title>\(title)</title>\(Self.sign(kind))</g>\n"
    }
}
