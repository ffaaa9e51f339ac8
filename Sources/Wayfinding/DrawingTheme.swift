/// The colours of a drawing, for light and dark, and its style sheet.
///
/// Every colour of a text has a contrast of at least 4.5 : 1 with what is behind it, every colour of a line at least
/// 3 : 1 (WCAG 2.2, 1.4.3 and 1.4.11). Each is given plainly and again as a custom property, so that a page can set its
/// own and a converter that knows no properties still draws.
enum DrawingTheme {
    /// A colour by its name, light and dark.
    static let colours: [(name: String, light: String, dark: String)] = [
        ("back", "#ffffff", "#12161c"), ("ink", "#1a1f27", "#eceff4"), ("soft", "#4d5766", "#b4bdca"),
        ("floor", "#f1f4f8", "#1d232c"), ("edge", "#6f7b8c", "#8491a3"), ("way", "#3f4a59", "#c3ccd8"),
        ("ramp", "#00695c", "#5fd6c4"), ("stairs", "#7b1fa2", "#d9a6f0"), ("lift", "#0d47a1", "#8fbcff"),
        ("escalator", "#ad1457", "#ff9dc0"), ("closed", "#667080", "#8c97a6"), ("stop", "#b00020", "#ff8a80"),
        ("route", "#d9660f", "#b8741a"), ("gate", "#1b5e20", "#8fdc94"), ("room", "#263d5c", "#a9c7ee"),
        ("badge", "#ffffff", "#12161c"), ("person", "#0b57d0", "#a8c7fa"), ("ghost", "#a86200", "#ffb74d"),
    ]

    private static let rules: [(selector: String, declarations: [(String, String)], rest: String)] = [
        ("text", [("fill", "ink")], "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif"),
        (".back", [("fill", "back")], ""),
        (".floor", [("fill", "floor"), ("stroke", "edge")], "stroke-width:1.5;stroke-linejoin:round"),
        (".sheet", [("stroke", "edge")], "fill:none;stroke-width:1;stroke-dasharray:2 5"),
        (".link", [("stroke", "soft")], "fill:none;stroke-width:1.6;stroke-dasharray:1.6 5"),
        (".soft", [("fill", "soft")], ""),
        (".name", [("stroke", "back")], "font-size:18px;paint-order:stroke;stroke-width:4px;stroke-linejoin:round"),
        (".minor", [("fill", "soft")], "font-size:16px"),
        (".on", [], "font-weight:700"),
        (".line", [], "fill:none;stroke-linecap:round;stroke-linejoin:round"),
        (".path,.door", [("stroke", "way")], "stroke-width:3"),
        (".ramp", [("stroke", "ramp")], "stroke-width:4"),
        (".stairs", [("stroke", "stairs")], "stroke-width:11;stroke-dasharray:2.5 4;stroke-linecap:butt"),
        (".escalator", [("stroke", "escalator")], "stroke-width:11;stroke-dasharray:6 3;stroke-linecap:butt"),
        (".elevator", [("stroke", "lift")], "stroke-width:8"),
        (".stairs.thin", [], "stroke-width:1.5;stroke-dasharray:none"),
        (".escalator.thin", [], "stroke-width:1.5;stroke-dasharray:none"),
        (".elevator.core", [("stroke", "back")], "stroke-width:3.5"),
        (".unsure", [], "stroke-dasharray:8 7"),
        (".shut", [("stroke", "closed")], "stroke-width:3"),
        (".route", [("stroke", "route")], "stroke-width:15"),
        (".route.portal", [], "stroke-width:6;stroke-dasharray:1 11"),
        (".sign", [("fill", "back"), ("stroke", "ink")], "stroke-width:1.8;stroke-linejoin:round"),
        (".signText", [("fill", "ink")], "font-size:12px;font-weight:700;text-anchor:middle"),
        (".cross", [("stroke", "stop")], "fill:none;stroke-width:3.5;stroke-linecap:round"),
        (".arrow", [("fill", "ink"), ("stroke", "back")], "stroke-width:1.5;paint-order:stroke;stroke-linejoin:round"),
        (".mark", [("fill", "room"), ("stroke", "back")], "stroke-width:2"),
        (".mark.gate", [("fill", "gate")], ""),
        (".mark.stair", [("fill", "stairs")], ""),
        (".mark.lift", [("fill", "lift")], ""),
        (".mark.slope", [("fill", "ramp")], ""),
        (".mark.joint", [("fill", "way")], ""),
        (".glyph", [("stroke", "badge")], "fill:none;stroke-width:2;stroke-linecap:round;stroke-linejoin:round"),
        (".solid", [("fill", "badge")], "stroke:none"),
        (".letters", [("fill", "badge")], "font-size:9px;font-weight:700;text-anchor:middle"),
        (".ring", [("stroke", "route")], "fill:none;stroke-width:3.5"),
        (".person", [("fill", "person"), ("stroke", "back")], "stroke-width:2"),
        (".ghost", [("stroke", "ghost")], "fill:none;stroke-width:4"),
        (".robot", [("fill", "ink"), ("stroke", "back")], "stroke-width:2;stroke-linejoin:round"),
        (".who", [], "font-weight:700"),
        (".halo", [("stroke", "stop")], "fill:none;stroke-width:4"),
        (".demo", [("fill", "stop")], ""),
        (".demoText", [("fill", "badge")], "font-size:14px;font-weight:700;letter-spacing:1px"),
        (".title", [], "font-size:24px;font-weight:700"),
        (".sub", [("fill", "soft")], "font-size:16px"),
        (".key", [], "font-size:16px"),
        (".scale", [("stroke", "ink")], "fill:none;stroke-width:2"),
    ]

    /// The style sheet, for both.
    static let sheet: String = {
        let light = Dictionary(uniqueKeysWithValues: colours.map { ($0.name, $0.light) })
        var css = ".map{" + colours.map { "--map-\($0.name):\($0.light)" }.joined(separator: ";") + "}\n"
        css += "@media (prefers-color-scheme:dark){.map{"
        css += colours.map { "--map-\($0.name):\($0.dark)" }.joined(separator: ";") + "}}\n"
        for rule in rules {
            let selector = rule.selector.split(separator: ",").map { ".map \($0)" }.joined(separator: ",")
            var parts = rule.declarations.map { property, colour in
                "\(property):\(light[colour] ?? "#000000");\(property):var(--map-\(colour))"
            }
            if !rule.rest.isEmpty { parts.append(rule.rest) }
            css += "\(selector){\(parts.joined(separator: ";"))}\n"
        }
        return css
    }()
}
