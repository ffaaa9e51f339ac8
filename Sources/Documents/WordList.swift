/// A few words that a text is compared with, byte by byte.
public struct WordList: Sendable {
    private var bytes: [UInt8] = []
    /// Where each word begins, and the last one ends.
    private var starts: [Int] = [0]

    /// Makes a list; of equal words the first counts.
    public init(_ words: [String]) {
        for word in words {
            bytes += word.utf8
            starts.append(bytes.count)
        }
    }

    /// How many words there are.
    public var count: Int { starts.count - 1 }

    /// The place of a text among the words, from 0.
    func index(of text: UnsafeBufferPointer<UInt8>) -> Int? {
        for word in 0..<count where matches(word, text) { return word }
        return nil
    }

    /// Whether a text is one of the words.
    func matches(_ word: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = starts[word]
        guard starts[word + 1] - start == text.count else { return false }
        for offset in 0..<text.count where bytes[start + offset] != text[offset] { return false }
        return true
    }
}
