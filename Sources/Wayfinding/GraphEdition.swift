/// A graph as it is until a connection's availability changes: two graphs with the same one are the same.
final class GraphEdition: Sendable {}
