/// Everything that can be asked of the page's server: the one table, and no path beside it.
///
/// What is served is part of the program; no path of a request ever reaches a file system.
package enum ConsolePath: Equatable, Hashable, Sendable, CaseIterable {
    /// The page itself.
    case page
    /// The page's style.
    case style
    /// The style of drawn maps.
    case mapStyle
    /// The page's sign.
    case icon
    /// The script that makes every control of the page.
    case parts
    /// The script that asks the service.
    case service
    /// The script of the first page.
    case doors
    /// The script of Routes.
    case routes
    /// The script of Nearby.
    case nearby
    /// The script that draws a depth picture.
    case picture
    /// The script of Settings.
    case settings
    /// The script of Seen.
    case seen
    /// The script of the phones.
    case phones
    /// The script of Log.
    case log
    /// The script that begins the page.
    case script
    /// The texts of the three doors, as JSON; likewise below.
    case doorTexts
    /// Maps, a route and people.
    case routeAnswer
    /// What is near, and the altitude.
    case nearbyNow
    /// The settings, and what is recorded.
    case settingsTable
    /// What was seen.
    case seenList
    /// What was said and why.
    case logSoFar
    /// A depth picture, in bytes.
    case depth
    /// Events as they come.
    case events
    /// A method of the control socket.
    case call
    /// A place map to check.
    case checkMap
    /// A place map to take in.
    case takeMap

    /// The row of a path below the token; nil where there is none.
    package static func named(_ path: String) -> ConsolePath? { byName[path] }

    private static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.name, $0) })

    /// The path below the token.
    package var name: String {
        switch self {
        case .page: ""
        case .style: "page.css"
        case .mapStyle: "map.css"
        case .icon: "icon.svg"
        case .parts: "parts.js"
        case .service: "service.js"
        case .doors: "doors.js"
        case .routes: "routes.js"
        case .nearby: "nearby.js"
        case .picture: "picture.js"
        case .settings: "settings.js"
        case .seen: "seen.js"
        case .phones: "phones.js"
        case .log: "log.js"
        case .script: "page.js"
        case .doorTexts: "look/doors"
        case .routeAnswer: "look/routes"
        case .nearbyNow: "look/nearby"
        case .settingsTable: "look/settings"
        case .seenList: "look/seen"
        case .logSoFar: "look/log"
        case .depth: "look/depth"
        case .events: "events"
        case .call: "call"
        case .checkMap: "map/check"
        case .takeMap: "map/take"
        }
    }

    /// The method that it is asked with.
    package var method: String { mostBytes == nil ? "GET" : "POST" }

    /// The most bytes that may be sent along; nil where nothing may.
    package var mostBytes: Int64? {
        switch self {
        case .call: ConsoleLimits.call
        case .checkMap, .takeMap: ConsoleLimits.map
        default: nil
        }
    }

    /// What is served as it stands: its type and its bytes; nil for what is answered anew each time.
    var resource: (type: String, bytes: [UInt8])? {
        switch self {
        case .page: ("text/html; charset=utf-8", PackageResources.index_html)
        case .style: ("text/css; charset=utf-8", PackageResources.page_css)
        case .icon: ("image/svg+xml", PackageResources.icon_svg)
        case .parts: script(PackageResources.parts_js)
        case .service: script(PackageResources.service_js)
        case .doors: script(PackageResources.doors_js)
        case .routes: script(PackageResources.routes_js)
        case .nearby: script(PackageResources.nearby_js)
        case .picture: script(PackageResources.picture_js)
        case .settings: script(PackageResources.settings_js)
        case .seen: script(PackageResources.seen_js)
        case .phones: script(PackageResources.phones_js)
        case .log: script(PackageResources.log_js)
        case .script: script(PackageResources.page_js)
        default: nil
        }
    }

    private func script(_ bytes: [UInt8]) -> (type: String, bytes: [UInt8]) {
        ("text/javascript; charset=utf-8", bytes)
    }
}
