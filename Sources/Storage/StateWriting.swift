/// Changes of a state directory, made by whoever holds the right to write there.
///
/// Others have that right for moments only, or a thread of the service has it all the time: who wants a change made
/// need not know which.
package struct StateWriting: Sendable {
    /// A change, made with the right to write.
    package typealias Change = @Sendable (borrowing StateWriter) throws(StorageError) -> Void

    private let run: @Sendable (@escaping Change) throws(StorageError) -> Void

    /// Gathers the way in which changes are made; `run` waits until one is made, for a limited time.
    package init(_ run: @escaping @Sendable (@escaping Change) throws(StorageError) -> Void) { self.run = run }

    /// Makes a change and waits for it.
    package func make(_ change: @escaping Change) throws(StorageError) { try run(change) }
}
