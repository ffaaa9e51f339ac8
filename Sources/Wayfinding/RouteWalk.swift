/// One way walked, as indices.
struct RouteMove {
    var way: Int32
    var isForward: Bool
    var costMillionths: Int64
    /// The node reached; −1 at a goal that is a point of the way.
    var head: Int32
    var isPart: Bool
}

/// A path through the graph, as indices.
struct RoutePath {
    /// The node it starts at; −1 where it starts at a point of a way.
    var startNode: Int32
    var moves: [RouteMove]
}

/// Follows the best labels from the start to the goal, taking the least id at each step.
///
/// All best ways have the same number of steps, so that the least sequence of ids is found by looking at one step
/// after the other: of all moves that stay on a best way, those with the least id, from every node that the ids chosen
/// so far lead to (more than one only where a start on a connection can be left at both ends).
struct RouteWalk {
    private struct Entry {
        var node: Int32
        var parent: Int
        var move: RouteMove?
    }

    private let rules: RouteRules
    private var entries: [Entry] = []
    /// Where the layer that is being made begins, and the id of its moves.
    private var first = 0
    private var least = Int32.max

    /// The path with the least ids among those whose label is `best`.
    static func path(
        _ graph: RoutingGraph, _ search: RouteSearch, _ pieces: RoutePieces, _ rules: RouteRules, best: RouteLabel
    ) -> RoutePath {
        var walk = RouteWalk(rules: rules)
        walk.entries.reserveCapacity(Int(best.steps) + 2)
        var layer = walk.begin(graph, search, pieces, best)
        while let first = layer.first, let label = walk.rest(search, walk.entries[first]), label.steps > 0 {
            layer = walk.advance(graph, layer, search, pieces)
        }
        return walk.path(endingAt: layer.first)
    }

    private init(rules: RouteRules) { self.rules = rules }

    private func rest(_ search: RouteSearch, _ entry: Entry) -> RouteLabel? {
        entry.node < 0 ? nil : search.rest(entry.node)
    }

    /// The first layer: the landmarks that the best way may start at, or the first part of a way.
    private mutating func begin(
        _ graph: RoutingGraph, _ search: RouteSearch, _ pieces: RoutePieces, _ best: RouteLabel
    ) -> Range<Int> {
        openLayer()
        for piece in pieces.openings {
            guard let own = piece.label(rules) else { continue }
            let rest = piece.node < 0 ? .zero : search.rest(piece.node)
            guard let rest, own + rest == best else { continue }
            let move = piece.way < 0 ? nil : move(piece, head: piece.node)
            offer(Entry(node: piece.node, parent: -1, move: move), graph)
        }
        return first..<entries.count
    }

    private mutating func advance(
        _ graph: RoutingGraph, _ layer: Range<Int>, _ search: RouteSearch, _ pieces: RoutePieces
    ) -> Range<Int> {
        openLayer()
        for parent in layer {
            let node = entries[parent].node
            guard let label = search.rest(node) else { continue }
            for index in graph.edgeRange(Int(node)) {
                let (edge, flags) = (graph.edges[index], graph.edgeFlags[index])
                guard flags.isDisjoint(with: rules.forbidden), let rest = search.rest(edge.head),
                    RouteLabel(edge, flags, rules) + rest == label
                else { continue }
                let move = RouteMove(
                    way: Int32(edge.way), isForward: edge.isForward, costMillionths: edge.costMillionths,
                    head: edge.head, isPart: false)
                offer(Entry(node: edge.head, parent: parent, move: move), graph)
            }
            for piece in pieces.closings where piece.node == node && piece.way >= 0 && piece.label(rules) == label {
                offer(Entry(node: -1, parent: parent, move: move(piece, head: -1)), graph)
            }
        }
        return first..<entries.count
    }

    private func move(_ piece: RoutePiece, head: Int32) -> RouteMove {
        RouteMove(
            way: piece.way, isForward: piece.isForward, costMillionths: piece.costMillionths, head: head, isPart: true)
    }

    private mutating func openLayer() {
        first = entries.count
        least = .max
    }

    /// Keeps an entry in the layer where its move has the least id; one a node.
    private mutating func offer(_ entry: Entry, _ graph: RoutingGraph) {
        let rank = entry.move.map { graph.ways[Int($0.way)].rank } ?? -1
        if rank > least { return }
        if rank < least { entries.removeLast(entries.count - first) }
        least = rank
        if !(first..<entries.count).contains(where: { entries[$0].node == entry.node }) { entries.append(entry) }
    }

    private func path(endingAt last: Int?) -> RoutePath {
        var moves: [RouteMove] = []
        moves.reserveCapacity(entries.count)
        var startNode: Int32 = -1
        var index = last ?? -1
        while index >= 0 {
            if let move = entries[index].move { moves.append(move) } else { startNode = entries[index].node }
            index = entries[index].parent
        }
        moves.reverse()
        return RoutePath(startNode: startNode, moves: moves)
    }
}
