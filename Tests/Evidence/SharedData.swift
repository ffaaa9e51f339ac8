#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The recordings and oracles that lie beside the project and are never copied into it.
///
/// Tests that need them say `.enabled(if: SharedData.isPresent, SharedData.absence)`, so that their absence is loud.
public enum SharedData {
    /// The folder beside the checkout.
    public static let folder: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(4).joined(separator: "/") + "/shared"
    }()

    /// Whether the folder is there.
    public static let isPresent: Bool = access(folder + "/data/README.md", R_OK) == 0

    /// What a skipped test prints.
    public static let absence = "../shared is absent: real recordings and oracles were not compared"

    /// The path of a file in the folder, such as `data/depth/room-0.png`.
    public static func path(_ name: String) -> String { folder + "/" + name }
}
