import CExpat
import Glibc

/// Goes through an XML file element by element with the system's expat, in bounded memory.
///
/// A document type is refused, and with it every entity that could grow or reach outside.
package struct XMLStream {
    /// The deepest nesting; the outermost element is 1.
    package static let depthLimit = 32
    /// The most bytes of one tag.
    package static let tagLimit = 1 << 20

    private let source: ByteSource

    /// A stream over the elements of a source.
    package init(_ source: ByteSource) { self.source = source }

    /// Gives the start of every element and the name of every one that ends, in order.
    ///
    /// What is given lives only during the call.
    package func read(
        start: (XMLTag) throws(MapFormatError) -> Void, end: (XMLName) throws(MapFormatError) -> Void
    ) throws(MapFormatError) {
        try withoutActuallyEscaping(start) { start throws(MapFormatError) in
            try withoutActuallyEscaping(end) { end throws(MapFormatError) in
                let run = XMLRun(file: source.name, start: start, end: end)
                try source.read { part throws(MapFormatError) in try run.feed(part, isLast: false) }
                try run.feed(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
            }
        }
    }
}

/// The name of an element, living during a call.
package struct XMLName {
    fileprivate let text: UnsafePointer<CChar>

    /// Whether the name is this one.
    package static func == (left: XMLName, right: StaticString) -> Bool {
        strcmp(left.text, UnsafeRawPointer(right.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
    }
}

/// The start of an element, living during a call.
package struct XMLTag {
    /// The element's name.
    package let name: XMLName
    fileprivate let attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// The value of an attribute.
    package subscript(key: StaticString) -> String? {
        raw(key).map { String(cString: $0) }
    }

    /// The value of an attribute that is a whole number.
    package func integer(_ key: StaticString) -> Int64? {
        guard let text = raw(key), text.pointee != 0 else { return nil }
        var end: UnsafeMutablePointer<CChar>?
        errno = 0
        let value = strtoll(text, &end, 10)
        return errno == 0 && end?.pointee == 0 ? Int64(value) : nil
    }

    private func raw(_ key: StaticString) -> UnsafePointer<CChar>? {
        let wanted = UnsafeRawPointer(key.utf8Start).assumingMemoryBound(to: CChar.self)
        var index = 0
        while let name = attributes[index] {
            if strcmp(name, wanted) == 0 { return attributes[index + 1] }
            index += 2
        }
        return nil
    }
}

/// One reading, whose address expat carries through its callbacks.
private final class XMLRun {
    private let file: String
    private let start: (XMLTag) throws(MapFormatError) -> Void
    private let end: (XMLName) throws(MapFormatError) -> Void
    private let parser: XML_Parser?
    private var failure: MapFormatError?
    private var depth = 0
    private var fed: Int64 = 0

    init(
        file: String, start: @escaping (XMLTag) throws(MapFormatError) -> Void,
        end: @escaping (XMLName) throws(MapFormatError) -> Void
    ) {
        self.file = file
        self.start = start
        self.end = end
        parser = XML_ParserCreate(nil)
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { context, name, attributes in
                guard let context, let name, let attributes else { return }
                Unmanaged<XMLRun>.fromOpaque(context).takeUnretainedValue().begin(name, attributes)
            },
            { context, name in
                guard let context, let name else { return }
                Unmanaged<XMLRun>.fromOpaque(context).takeUnretainedValue().finish(name)
            })
        XML_SetStartDoctypeDeclHandler(parser) { context, _, _, _, _ in
            guard let context else { return }
            let run = Unmanaged<XMLRun>.fromOpaque(context).takeUnretainedValue()
            run.stop(run.error("a document type is not read, for its entities can grow without end — take it out"))
        }
    }

    deinit { if let parser { XML_ParserFree(parser) } }

    func feed(_ part: UnsafeRawBufferPointer, isLast: Bool) throws(MapFormatError) {
        guard let parser else { throw .cannotRead(path: file, .init(ENOMEM, "read \(file)")) }
        fed += Int64(part.count)
        let bytes = part.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = XML_Parse(parser, bytes, Int32(part.count), isLast ? 1 : 0)
        if let failure { throw failure }
        guard status == XML_STATUS_OK else {
            let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) } ?? "malformed"
            throw error("no well-formed XML: \(words) — fetch the file again")
        }
        if !isLast, fed - Int64(XML_GetCurrentByteIndex(parser)) > Int64(XMLStream.tagLimit) {
            throw .tooMuch(file: file, what: "bytes in one tag", limit: XMLStream.tagLimit)
        }
    }

    private func begin(_ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        guard failure == nil else { return }
        depth += 1
        guard depth <= XMLStream.depthLimit else {
            return stop(error("elements are nested more than \(XMLStream.depthLimit) deep — this is no such file"))
        }
        do throws(MapFormatError) {
            try start(XMLTag(name: XMLName(text: name), attributes: attributes))
        } catch { stop(error) }
    }

    private func finish(_ name: UnsafePointer<CChar>) {
        guard failure == nil else { return }
        depth -= 1
        do throws(MapFormatError) { try end(XMLName(text: name)) } catch { stop(error) }
    }

    private func error(_ what: String) -> MapFormatError {
        .noXML(
            file: file, line: Int(XML_GetCurrentLineNumber(parser)),
            column: Int(XML_GetCurrentColumnNumber(parser)) + 1,
            what: what)
    }

    private func stop(_ error: MapFormatError) {
        guard failure == nil else { return }
        failure = error
        XML_StopParser(parser, 0)
    }
}
