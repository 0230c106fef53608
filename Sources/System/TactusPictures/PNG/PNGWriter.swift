/// Writes a bitmap as PNG (ISO/IEC 15948): with a palette if 256 colors suffice, otherwise with 24 bits, or with 32 if
/// pixels are transparent.
package struct PNGWriter {
  package static func write(_ bitmap: Bitmap) -> [UInt8] {
    let palette = Palette256(bitmap)
    let kind: Kind = palette != nil ? .indexed : bitmap.isOpaque ? .rgb : .rgba
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header: [UInt8] = []
    header.append(bigEndian: UInt32(bitmap.width))
    header.append(bigEndian: UInt32(bitmap.height))
    header += [8, kind.rawValue, 0, 0, 0]
    appendChunk("IHDR", header, to: &file)
    if let palette {
      appendChunk("PLTE", palette.colors, to: &file)
      if palette.alphas.contains(where: { $0 < 255 }) { appendChunk("tRNS", palette.alphas, to: &file) }
    }
    appendChunk("IDAT", Zlib.compress(filtered(bitmap, kind, palette)), to: &file)
    appendChunk("IEND", [], to: &file)
    return file
  }

  private enum Kind: UInt8 {
    case rgb = 2
    case indexed = 3
    case rgba = 6
    var bytesPerPixel: Int { self == .rgb ? 3 : self == .indexed ? 1 : 4 }
  }

  private static func appendChunk(_ type: String, _ data: [UInt8], to file: inout [UInt8]) {
    file.append(bigEndian: UInt32(data.count))
    let start = file.count
    file += Array(type.utf8)
    file += data
    file.append(bigEndian: CRC32.of(file[start...]))
  }

  /// Returns the rows, each with its filter type and the filtered bytes.
  private static func filtered(_ bitmap: Bitmap, _ kind: Kind, _ palette: Palette256?) -> [UInt8] {
    let size = kind.bytesPerPixel
    let length = bitmap.width * size
    var result: [UInt8] = []
    result.reserveCapacity((length + 1) * bitmap.height)
    var above = [UInt8](repeating: 0, count: length)
    for y in 0..<bitmap.height {
      let row = bitmap.row(y, kind.bytesPerPixel, palette)
      // Rows of palette indices are not filtered, because differences of indices are meaningless.
      let filter = kind == .indexed ? 0 : bestFilter(row, above, size)
      result.append(UInt8(filter))
      for i in 0..<length { result.append(residue(filter, row, above, i, size)) }
      above = row
    }
    return result
  }

  /// Chooses None, Sub, Up or Paeth: the filter with the smallest sum of absolute residuals; if several are equal, the
  /// first of them.
  private static func bestFilter(_ row: [UInt8], _ above: [UInt8], _ size: Int) -> Int {
    var best = (filter: 0, sum: Int.max)
    for filter in [0, 1, 2, 4] {
      var sum = 0
      for i in row.indices { sum += Int(Int8(bitPattern: residue(filter, row, above, i, size)).magnitude) }
      if sum < best.sum { best = (filter, sum) }
    }
    return best.filter
  }

  @inline(__always)
  private static func residue(_ filter: Int, _ row: [UInt8], _ above: [UInt8], _ i: Int, _ size: Int) -> UInt8 {
    let left = i >= size ? row[i - size] : 0
    switch filter {
    case 1: return row[i] &- left
    case 2: return row[i] &- above[i]
    case 4: return row[i] &- paeth(left, above[i], i >= size ? above[i - size] : 0)
    default: return row[i]
    }
  }

  /// Returns the neighbor nearest to left + above − corner; ISO/IEC 15948 §9.4.
  @inline(__always)
  private static func paeth(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
    let (a, b, c) = (Int(left), Int(above), Int(corner))
    let (toLeft, toAbove, toCorner) = (abs(b - c), abs(a - c), abs(a + b - 2 * c))
    if toLeft <= toAbove, toLeft <= toCorner { return left }
    return toAbove <= toCorner ? above : corner
  }
}

/// The colors of a bitmap, if there are at most 256.
private struct Palette256 {
  /// The colors, three bytes each.
  var colors: [UInt8] = []
  var alphas: [UInt8] = []
  private var numbers: [UInt32: UInt8] = [:]

  init?(_ bitmap: Bitmap) {
    var last: UInt32?
    for start in stride(from: 0, to: bitmap.bytes.count, by: 4) {
      let pixel = bitmap.pixel(at: start)
      guard pixel != last else { continue }
      last = pixel
      guard numbers[pixel] == nil else { continue }
      guard numbers.count < 256 else { return nil }
      numbers[pixel] = UInt8(numbers.count)
      colors += bitmap.bytes[start..<start + 3]
      alphas.append(bitmap.bytes[start + 3])
    }
  }

  func number(of pixel: UInt32) -> UInt8 { numbers[pixel] ?? 0 }
}

extension Bitmap {
  fileprivate var isOpaque: Bool { stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 } }

  fileprivate func pixel(at start: Int) -> UInt32 {
    UInt32(bytes[start]) << 24 | UInt32(bytes[start + 1]) << 16 | UInt32(bytes[start + 2]) << 8
      | UInt32(bytes[start + 3])
  }

  fileprivate func row(_ y: Int, _ bytesPerPixel: Int, _ palette: Palette256?) -> [UInt8] {
    let range = (4 * y * width)..<(4 * (y + 1) * width)
    if bytesPerPixel == 4 { return Array(bytes[range]) }
    var row: [UInt8] = []
    row.reserveCapacity(width * bytesPerPixel)
    var (last, number): (UInt32?, UInt8) = (nil, 0)
    for start in stride(from: range.lowerBound, to: range.upperBound, by: 4) {
      guard let palette else {
        row += bytes[start..<start + 3]
        continue
      }
      let pixel = pixel(at: start)
      if pixel != last { (last, number) = (pixel, palette.number(of: pixel)) }
      row.append(number)
    }
    return row
  }
}

extension [UInt8] {
  package mutating func append(bigEndian value: UInt32) {
    for shift in [24, 16, 8, 0] as [UInt32] { append(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}

/// The CRC of PNG chunks (ISO 3309).
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  }

  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}

extension Drawing {
  /// Returns the drawing as a PNG file, with one pixel per unit of its size.
  public func png(theme: PictureTheme = .light) -> [UInt8] {
    PNGWriter.write(Rasterizer.paint(self, isDark: theme == .dark))
  }
}
