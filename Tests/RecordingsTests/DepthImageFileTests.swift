import Evidence
import Recordings
import Testing

@Suite struct DepthImageFileTests {
    func refusal(_ path: String, _ size: DepthImageFile.Size? = nil) -> DepthImageError? {
        do throws(DepthImageError) {
            _ = try DepthImageFile.read(path, size: size)
            return nil
        } catch {
            return error
        }
    }

    func refusal(confidence path: String, _ size: DepthImageFile.Size) -> DepthImageError? {
        do throws(DepthImageError) {
            _ = try DepthImageFile.readConfidence(path, size: size)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the bytes decide whether a file is a PNG, not its name`() throws {
        try Files.withTemporaryFolder { (folder: String) throws -> Void in
            Files.write(HandmadePNG.small, to: folder + "/a.bin")
            #expect(try DepthImageFile.read(folder + "/a.bin").samples == [1, 258, 65_535, 0])
            Files.write([1, 0], to: folder + "/b.png")
            let size = DepthImageFile.Size(width: 1, height: 1)
            #expect(refusal(folder + "/b.png", size)?.problem == .notPNG)
        }
    }

    @Test func `a raw file needs its size`() throws {
        try Files.withTemporaryFolder { (folder: String) throws -> Void in
            let path = folder + "/a.z16"
            Files.write([1, 0, 2, 0], to: path)
            #expect(refusal(path)?.problem == .sizeNeeded)
            #expect(try DepthImageFile.read(path, size: .init(width: 1, height: 2)).samples == [1, 2])
            let found = refusal(path, .init(width: 3, height: 1))
            #expect(found?.problem == .length(expected: 6, found: 4, width: 3, height: 1))
        }
    }

    @Test func `a file that is not there, a folder and a pipe each say so at once`() throws {
        try Files.withTemporaryFolder { (folder: String) throws -> Void in
            let missing = refusal(folder + "/none.png")
            #expect(missing?.problem == .unreadable(code: 2))
            #expect(missing?.description.contains("none.png: cannot be read: No such file") == true)
            #expect(refusal(folder)?.problem == .notAFile)
            #expect(refusal("/dev/zero")?.problem == .notAFile)
        }
    }

    @Test func `confidence has one level a sample, 0 to 2`() throws {
        try Files.withTemporaryFolder { (folder: String) throws -> Void in
            let path = folder + "/confidence"
            let size = DepthImageFile.Size(width: 2, height: 2)
            Files.write([0, 1, 2, 2], to: path)
            #expect(try DepthImageFile.readConfidence(path, size: size) == [0, 1, 2, 2])
            Files.write([0, 1, 2, 3], to: path)
            let level = refusal(confidence: path, size)
            #expect(level?.problem == .confidence(level: 3, index: 3, width: 2))
            #expect(
                level?.description.hasSuffix("has the confidence 3 at column 1, row 1; levels are 0, 1 and 2") == true)
            Files.write([0, 1, 2], to: path)
            let length = refusal(confidence: path, size)
            #expect(length?.problem == .length(expected: 4, found: 3, width: 2, height: 2))
        }
    }

    @Test(arguments: [
        (DepthImageError.Problem.sizeNeeded, "give its width and height"),
        (.colour(type: 2), "colour type 2"), (.bits(8), "8 bits a sample, not 16"),
        (.truncated(found: 9), "after 9 bytes"), (.damaged("IDAT: CRC error"), "IDAT: CRC error"),
        (.trailing(used: 10, found: 13), "3 bytes behind the image's end at byte 10"),
        (.length(expected: 8, found: 7, width: 2, height: 2), "holds 7 bytes, but 2×2 needs 8"),
        (.size(width: 0, height: 1, limit: 16_384, pixelLimit: 67_108_864), "is 0×1; sides must be 1 to 16384"),
        (.tooManyBytes(found: 11, limit: 10), "holds 11 bytes"), (.notAFile, "not a regular file"),
        (.notPNG, "does not begin as one"), (.memory, "does not fit into memory"),
    ])
    func `every refusal names the file and says what is wrong`(problem: DepthImageError.Problem, words: String) {
        let text = DepthImageError(file: "hall.png", problem: problem).description
        #expect(text.hasPrefix("hall.png: ") && text.contains(words))
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"), arguments: 0..<5)
    func `real camera images decode`(index: Int) throws {
        let image = try DepthImageFile.read(SharedData.path("data/depth/room-\(index).png"))
        #expect(image.width == 640 && image.height == 480)
        #expect(image.samples.contains { $0 > 0 })
    }

    @Test(.enabled(if: SharedData.isPresent, "\(SharedData.absence)"))
    func `a real raw frame decodes to the range its camera measured`() throws {
        let path = SharedData.path("data/depth/d435-640x480-169.z16")
        let image = try DepthImageFile.read(path, size: .init(width: 640, height: 480))
        let valid = image.samples.filter { $0 > 0 }
        #expect(valid.min() == 341 && valid.max() == 3182)
    }
}
