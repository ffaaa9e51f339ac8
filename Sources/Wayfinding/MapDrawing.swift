/// Draws places as SVG: one alone, or those of a group, floor above floor.
///
/// The drawing is the same for the same map, stands by itself (no outside request), follows the reader's preference
/// for light or dark, and has a title and a description for those who hear it. Every drawing of a demo place says so.
public enum MapDrawing {
    /// The style sheet of every drawing, for a page that shows drawings without their own.
    public static var styleSheet: String { DrawingTheme.sheet }

    /// One place, with the part of a route that lies in it and the people there.
    ///
    /// A drawing without its style is for a page that has ``styleSheet``.
    public static func svg(
        _ map: PlaceMap, route: DrawingRoute? = nil, people: [DrawingPerson] = [], isStyled: Bool = true
    ) -> String {
        DrawingSheet(rows: [[(map, nil)]], title: map.name, portals: [], route: route, people: people)
            .svg(isStyled: isStyled)
    }

    /// The places of a group, the highest floor at the top, places of one floor side by side, with the portals.
    ///
    /// Places without a map are left out; so are maps that are no member.
    public static func svg(
        _ building: Building, maps: [PlaceMap], route: DrawingRoute? = nil, people: [DrawingPerson] = [],
        isStyled: Bool = true
    ) -> String {
        let byId = Dictionary(maps.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        let rows = building.floors.reversed().map { floor in
            floor.places.compactMap { place in byId[place].map { ($0, Optional(floor.name)) } }
        }
        return DrawingSheet(
            rows: rows.filter { !$0.isEmpty }, title: building.name, portals: building.portals, route: route,
            people: people
        ).svg(isStyled: isStyled)
    }
}

/// The whole sheet: title, panels, ways between them, legend.
private struct DrawingSheet {
    private static let margin = 24.0
    private static let header = 64.0
    private static let caption = 26.0
    private static let leastWidth = 720.0

    private let title: String
    private let route: DrawingRoute?
    private let portals: [Portal]
    private let people: [DrawingPerson]
    private let isGroup: Bool
    private var rows: [[(panel: DrawingPanel, floor: String?)]]

    init(
        rows: [[(PlaceMap, String?)]], title: String, portals: [Portal], route: DrawingRoute?,
        people: [DrawingPerson]
    ) {
        self.title = title
        self.route = route
        self.people = people
        self.portals = portals
        isGroup = rows.joined().count > 1
        let laid = rows.map { $0.map { ($0.0, DrawingLayout($0.0), $0.1) } }
        let scales = laid.map { row in
            (row.map { DrawingPanel.fittingScale($0.0, $0.1) }.min() ?? 1) / Double(max(row.count, 1)).squareRoot()
        }
        let scale = scales.min() ?? 1
        self.rows = laid.map { row in row.map { (DrawingPanel(map: $0.0, layout: $0.1, scale: scale), $0.2) } }
        arrange()
    }

    private var panels: [DrawingPanel] { rows.joined().map(\.panel) }
    private var isDemo: Bool { panels.contains { $0.map.kind == .demo } }

    /// Rows one below the other, each moved aside so that portals between rows run as straight as they can.
    private mutating func arrange() {
        var top = Self.margin + Self.header
        for row in rows.indices {
            if isGroup { top += Self.caption }
            var left = Self.margin
            for column in rows[row].indices {
                rows[row][column].panel.left = left
                rows[row][column].panel.top = top
                left += rows[row][column].panel.width
            }
            if row > 0 { shift(row, by: lean(of: row)) }
            top += rows[row].map(\.panel.height).max() ?? 0
        }
        let least = panels.map(\.left).min() ?? Self.margin
        for row in rows.indices { shift(row, by: Self.margin - least) }
    }

    private mutating func shift(_ row: Int, by offset: Double) {
        for column in rows[row].indices { rows[row][column].panel.left += offset }
    }

    /// How far on average the portals from a row lean away from the rows above.
    private func lean(of row: Int) -> Double {
        let above = rows[..<row].joined().map(\.panel)
        let here = rows[row].map(\.panel)
        let leans = portals.compactMap { portal -> Double? in
            let ends = [(portal.fromPlace, portal.connection.from), (portal.toPlace, portal.connection.to)]
            for (near, far) in [(ends[0], ends[1]), (ends[1], ends[0])] {
                guard let panel = here.first(where: { $0.map.id == near.0 }),
                    let other = above.first(where: { $0.map.id == far.0 }),
                    let start = panel.point(ofLandmark: near.1), let end = other.point(ofLandmark: far.1)
                else { continue }
                return end.x - start.x
            }
            return nil
        }
        return leans.isEmpty ? 0 : leans.reduce(0, +) / Double(leans.count)
    }

    func svg(isStyled: Bool) -> String {
        let plan = max(panels.map { $0.left + $0.width }.max() ?? 0, Self.leastWidth - Self.margin)
        let bottom = panels.map { $0.top + $0.height }.max() ?? Self.margin + Self.header
        let plans = panels.map { DrawingPlan(panel: $0, route: route, people: people) }
        let legend = DrawingLegend(
            maps: panels.map(\.map), people: plans.flatMap(\.people).map(\.kind),
            hasRoute: !(route?.legs.isEmpty ?? true),
            hasFloor: panels.contains { !DrawingPanel.corners($0.map, $0.layout).isEmpty },
            hasPortals: !portals.isEmpty && isGroup, hasBlocked: plans.contains(where: \.hasBlocked),
            width: plan - Self.margin)
        let scale = !panels.isEmpty && panels.allSatisfy(\.isRecorded) ? panels[0].scale : nil
        let key = legend.svg(left: Self.margin, top: bottom + 8, scale: scale)
        let (width, height) = (plan + Self.margin, bottom + 8 + key.height + Self.margin)
        return head(width, height, isStyled: isStyled) + heading(width) + captions() + plans.map { $0.floor() }.joined()
            + links(isWalked: true) + links(isWalked: false) + plans.map { $0.svg() }.joined() + key.svg
            + "</svg>\n"
    }

    private func head(_ width: Double, _ height: Double, isStyled: Bool) -> String {
        let (across, down) = (DrawingText.number(width.rounded(.up)), DrawingText.number(height.rounded(.up)))
        return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" role=\"img\" "
            + "aria-labelledby=\"map-title map-description\" width=\"\(across)\" height=\"\(down)\" "
            + "viewBox=\"0 0 \(across) \(down)\">\n<title id=\"map-title\">\(DrawingText.escaped(spokenTitle))</title>\n"
            + "<desc id=\"map-description\">\(DrawingText.escaped(description))</desc>\n"
            + (isStyled ? "<style>\n\(DrawingTheme.sheet)</style>\n" : "")
            + "<rect class=\"back\" width=\"\(across)\" height=\"\(down)\"/>\n"
    }

    private var spokenTitle: String { (isDemo ? "Demo map: " : "Map: ") + DrawingText.isolated(title) }

    private var description: String {
        var parts = panels.map { panel in
            "\(DrawingText.isolated(panel.map.name)): \(panel.map.landmarks.count) landmarks, "
                + "\(panel.map.connections.count) connections." + (panel.remark.map { " \($0)." } ?? "")
        }
        let passed = (route?.legs ?? []).flatMap { leg in
            let landmarks = panels.first { $0.map.id == leg.place }?.map.landmarks ?? []
            let names = Dictionary(landmarks.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
            return leg.landmarks.compactMap { names[$0] }.map(DrawingText.isolated)
        }
        if !passed.isEmpty { parts.append("The route: \(passed.joined(separator: ", ")).") }
        let shown = people.filter { person in panels.contains { $0.map.id == person.place && $0.isMeasured } }
        if !shown.isEmpty {
            parts.append("On it: \(shown.map { DrawingText.isolated($0.label) }.joined(separator: ", ")).")
        }
        return parts.joined(separator: " ")
    }

    private func heading(_ width: Double) -> String {
        let x = DrawingText.number(Self.margin)
        var out =
            "<text class=\"title\" x=\"\(x)\" y=\"42\">\(DrawingText.escaped(DrawingText.isolated(title)))</text>\n"
        let remark = isGroup ? nil : panels.first?.remark
        let scanned = panels.map { String($0.map.scannedAt.prefix(10)) }.max()
        let sub = [remark, scanned.map { "mapped \($0)" }].compactMap { $0 }.joined(separator: " · ")
        out += "<text class=\"sub\" x=\"\(x)\" y=\"64\">\(DrawingText.escaped(sub))</text>\n"
        guard isDemo else { return out }
        let left = DrawingText.number(width - Self.margin - 118)
        out += "<rect class=\"demo\" x=\"\(left)\" y=\"20\" width=\"118\" height=\"30\" rx=\"6\"/>"
        let middle = DrawingText.number(width - Self.margin - 59)
        return out + "<text class=\"demoText\" text-anchor=\"middle\" x=\"\(middle)\" y=\"40\">DEMO MAP</text>\n"
    }

    private func captions() -> String {
        guard isGroup else { return "" }
        return rows.joined().map { panel, floor in
            let names = [floor, panel.map.name].compactMap { $0 }.map(DrawingText.isolated).joined(separator: " · ")
            let text = names + (panel.remark.map { " · \($0)" } ?? "")
            return "<text class=\"sub on\" x=\"\(DrawingText.number(panel.left + 8))\" "
                + "y=\"\(DrawingText.number(panel.top - 4))\">\(DrawingText.escaped(text))</text>\n"
        }.joined()
    }

    /// The portals, as thin lines; those of the route are marked beneath everything.
    private func links(isWalked: Bool) -> String {
        let walked = Set((route?.legs ?? []).flatMap(\.connections))
        return portals.enumerated().map { number, portal in
            guard isGroup, !isWalked || walked.contains(portal.connection.id),
                let start = panels.first(where: { $0.map.id == portal.fromPlace })?
                    .point(ofLandmark: portal.connection.from),
                let end = panels.first(where: { $0.map.id == portal.toPlace })?.point(ofLandmark: portal.connection.to)
            else { return "" }
            let bow = abs(start.y - end.y) < 1 ? 0 : 56 + Double(number % 6) * 16
            let path =
                "M\(start.text)C\(DrawingPoint(x: start.x + bow, y: start.y).text) "
                + "\(DrawingPoint(x: end.x + bow, y: end.y).text) \(end.text)"
            return "<path class=\"\(isWalked ? "line route portal" : "link")\" d=\"\(path)\"/>\n"
        }.joined()
    }
}
