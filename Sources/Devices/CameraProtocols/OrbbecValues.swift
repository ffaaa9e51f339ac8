import Readings

/// What the data of Orbbec's answers mean.
package enum OrbbecValues {
    /// Metres for one unit of depth: the property's value is the first of its data, in millimetres.
    ///
    /// Nil where it is missing, or lies outside 0.001 to 10 mm.
    package static func depthUnit(_ data: ArraySlice<UInt8>) -> Double? {
        guard let millimetres = LittleEndian.float(data, 0), (0.001...10).contains(millimetres) else { return nil }
        // 0.1 mm arrives as the nearest number of 32 bits, 0.100000001…; a ten-millionth of a metre is exact enough.
        return (millimetres * 10_000).rounded() / 10_000_000
    }

    /// The bytes of one item of the alignment calibration: two intrinsics, two distortions, a rotation, a shift.
    package static let alignmentItemBytes = 152

    /// The depth intrinsics of a resolution in the list "alignment calibration"; nil where they are not listed.
    ///
    /// An item begins with focal lengths and axis in four numbers, then width and height in 16 bits.
    package static func intrinsics(_ list: ArraySlice<UInt8>, width: Int, height: Int) -> PinholeIntrinsics? {
        var start = 0
        while start + alignmentItemBytes <= list.count {
            defer { start += alignmentItemBytes }
            guard LittleEndian.word(list, start + 16).map(Int.init) == width,
                LittleEndian.word(list, start + 18).map(Int.init) == height,
                let focalX = LittleEndian.float(list, start), let focalY = LittleEndian.float(list, start + 4),
                let centreX = LittleEndian.float(list, start + 8), let centreY = LittleEndian.float(list, start + 12)
            else { continue }
            let found = PinholeIntrinsics(
                width: width, height: height, focalX: focalX, focalY: focalY, centreX: centreX, centreY: centreY)
            if found.isPlausible { return found }
        }
        return nil
    }
}
