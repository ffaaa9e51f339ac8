import CSQLite
import Glibc
import Platform

/// One connection to an SQLite file, used by one thread at a time.
final class SQLiteDatabase {
    /// Why a call failed: SQLite's extended code and its words.
    struct Failure: Error {
        var code: Int32
        var words: String

        /// The code without its extension.
        var primary: Int32 { code & 0xFF }
        /// Whether the file is no database, or not a whole one.
        var isDamage: Bool { primary == SQLITE_NOTADB || primary == SQLITE_CORRUPT }
    }

    private static let busyMilliseconds: Int32 = 2000
    private let handle: OpaquePointer

    /// Opens a file that is there.
    init(_ path: String, isReadOnly: Bool) throws(Failure) {
        var opened: OpaquePointer?
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let code = sqlite3_open_v2(path, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let words = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw Failure(code: code, words: words)
        }
        handle = opened
        sqlite3_extended_result_codes(handle, 1)
        sqlite3_busy_timeout(handle, Self.busyMilliseconds)
    }

    deinit { sqlite3_close_v2(handle) }

    /// The values of a statement.
    enum Value: Equatable {
        case integer(Int64)
        case text(String)
        case null
    }

    /// Runs one statement, with values for its question marks, and gives its rows.
    @discardableResult
    func run(_ sql: String, _ values: [Value] = []) throws(Failure) -> [[Value]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(statement) }
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1), of: statement) }
        var rows: [[Value]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { Self.column($0, of: statement) })
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    /// The row id of what was inserted last.
    var lastId: Int64 { sqlite3_last_insert_rowid(handle) }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    private var failure: Failure {
        Failure(code: sqlite3_extended_errcode(handle), words: String(cString: sqlite3_errmsg(handle)))
    }

    private func bind(_ value: Value, at position: Int32, of statement: OpaquePointer?) throws(Failure) {
        let code =
            switch value {
            case .integer(let number): sqlite3_bind_int64(statement, position, number)
            case .text(let text): sqlite_bind_copied_text(statement, position, text, Int32(clamping: text.utf8.count))
            case .null: sqlite3_bind_null(statement, position)
            }
        guard code == SQLITE_OK else { throw failure }
    }

    private static func column(_ index: Int32, of statement: OpaquePointer?) -> Value {
        switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, index))
        case SQLITE_NULL: return .null
        default:
            let bytes = UnsafeBufferPointer(
                start: sqlite3_column_text(statement, index), count: Int(sqlite3_column_bytes(statement, index)))
            return .text(String(decoding: bytes, as: UTF8.self))
        }
    }
}
