/// The inverse modified discrete cosine transform (section 1.3.2 of the specification).
///
/// Of a block's N values, N/2 are independent: the discrete cosine transform of type IV of the spectrum. It is computed
/// by a complex Fourier transform of N/4 points, whose results come out of order and are put in order when they are
/// stored. The factors do not depend on the processor, and neither does the order of the operations.
struct BlockTransform: BitwiseCopyable {
  private typealias Four = SIMD4<Float>

  /// Real and imaginary parts of the points.
  private let re, im: UnsafeMutablePointer<Float>

  init(longestBits bits: Int, memory: SetupMemory) {
    re = memory.array(0, count: 1 << (bits - 2))
    im = memory.array(0, count: 1 << (bits - 2))
  }

  /// Transforms a spectrum of N/2 values into N/2 independent output values.
  func transform(
    _ spectrum: UnsafePointer<Float>, into values: UnsafeMutablePointer<Float>, _ tables: BlockTables
  ) {
    let half = 1 << (tables.bits - 1)
    turnBefore(spectrum, half, tables)
    var size = half / 2
    var twiddles = tables.twiddles
    if size.trailingZeroBitCount & 1 == 1 {
      passOfTwo(size / 2, twiddles)
      twiddles += size
      size /= 2
    }
    while size > 4 {
      for start in stride(from: 0, to: half / 2, by: size) { passOfFour(start, size / 4, twiddles) }
      twiddles += 6 * (size / 4)
      size /= 4
    }
    for start in stride(from: 0, to: half / 2, by: 16) { lastPass(start, half, tables, values) }
  }

  @inline(__always) private static func load(_ values: UnsafePointer<Float>) -> Four {
    UnsafeRawPointer(values).loadUnaligned(as: Four.self)
  }

  @inline(__always) private static func store(_ value: Four, _ target: UnsafeMutablePointer<Float>) {
    UnsafeMutableRawPointer(target).storeBytes(of: value, as: Four.self)
  }

  /// Combines pairs of values from both ends of the spectrum into complex points, and rotates them.
  private func turnBefore(_ spectrum: UnsafePointer<Float>, _ half: Int, _ tables: BlockTables) {
    for index in stride(from: 0, to: half / 2, by: 4) {
      let low = UnsafeRawPointer(spectrum + 2 * index).loadUnaligned(as: SIMD8<Float>.self)
      let high = UnsafeRawPointer(spectrum + half - 8 - 2 * index).loadUnaligned(as: SIMD8<Float>.self)
      let x = low.evenHalf
      let last = high.oddHalf
      let y = Four(last[3], last[2], last[1], last[0])
      let (c, s) = (Self.load(tables.beforeCosines + index), Self.load(tables.beforeSines + index))
      Self.store(x * c + y * s, re + index)
      Self.store(y * c - x * s, im + index)
    }
  }

  /// Performs a radix-2 pass: combines points that are half the transform's length apart.
  private func passOfTwo(_ span: Int, _ twiddles: UnsafePointer<Float>) {
    for j in stride(from: 0, to: span, by: 4) {
      let (ar, ai) = (Self.load(re + j), Self.load(im + j))
      let (br, bi) = (Self.load(re + j + span), Self.load(im + j + span))
      Self.store(ar + br, re + j)
      Self.store(ai + bi, im + j)
      store(ar - br, ai - bi, at: j + span, turnedBy: twiddles + j, span)
    }
  }

  /// Performs a radix-4 pass on one group: combines points that are a quarter of the group's length apart.
  private func passOfFour(_ start: Int, _ span: Int, _ twiddles: UnsafePointer<Float>) {
    for j in stride(from: 0, to: span, by: 4) {
      let at = start + j
      let (ar, ai) = (Self.load(re + at), Self.load(im + at))
      let (br, bi) = (Self.load(re + at + span), Self.load(im + at + span))
      let (cr, ci) = (Self.load(re + at + 2 * span), Self.load(im + at + 2 * span))
      let (dr, di) = (Self.load(re + at + 3 * span), Self.load(im + at + 3 * span))
      let (pr, pi) = (ar + cr, ai + ci)
      let (qr, qi) = (ar - cr, ai - ci)
      let (rr, ri) = (br + dr, bi + di)
      let (sr, si) = (bi - di, dr - br)  // (b − d) · −i
      Self.store(pr + rr, re + at)
      Self.store(pi + ri, im + at)
      store(qr + sr, qi + si, at: at + span, turnedBy: twiddles + j, span)
      store(pr - rr, pi - ri, at: at + 2 * span, turnedBy: twiddles + 2 * span + j, span)
      store(qr - sr, qi - si, at: at + 3 * span, turnedBy: twiddles + 4 * span + j, span)
    }
  }

  /// Rotates points clockwise and stores them. `twiddles` holds the cosines of the angles and, `span` values later, the
  /// sines.
  @inline(__always) private func store(
    _ x: Four, _ y: Four, at index: Int, turnedBy twiddles: UnsafePointer<Float>, _ span: Int
  ) {
    let (c, s) = (Self.load(twiddles), Self.load(twiddles + span))
    Self.store(x * c + y * s, re + index)
    Self.store(y * c - x * s, im + index)
  }

  /// Performs the last pass: combines neighboring points, four groups at a time, rotates the results, and stores their
  /// parts in order.
  private func lastPass(
    _ start: Int, _ half: Int, _ tables: BlockTables, _ values: UnsafeMutablePointer<Float>
  ) {
    let (ar, br, cr, dr) = Self.columns(re + start)
    let (ai, bi, ci, di) = Self.columns(im + start)
    let (pr, pi) = (ar + cr, ai + ci)
    let (qr, qi) = (ar - cr, ai - ci)
    let (rr, ri) = (br + dr, bi + di)
    let (sr, si) = (bi - di, dr - br)
    Self.finish(pr + rr, pi + ri, start, half, tables, values)
    Self.finish(qr + sr, qi + si, start + 4, half, tables, values)
    Self.finish(pr - rr, pi - ri, start + 8, half, tables, values)
    Self.finish(qr - sr, qi - si, start + 12, half, tables, values)
  }

  /// Transposes four groups of four values: returns all first values, all second, all third and all fourth values.
  @inline(__always) private static func columns(_ values: UnsafePointer<Float>) -> (Four, Four, Four, Four) {
    let rows = UnsafeRawPointer(values).loadUnaligned(as: SIMD16<Float>.self)
    let (even, odd) = (rows.evenHalf, rows.oddHalf)
    return (even.evenHalf, odd.evenHalf, even.oddHalf, odd.oddHalf)
  }

  /// Rotates four results and stores their parts: the real part of result k is value 2k, the imaginary part with the
  /// opposite sign is value N/2 − 1 − 2k.
  @inline(__always) private static func finish(
    _ x: Four, _ y: Four, _ index: Int, _ half: Int, _ tables: BlockTables, _ values: UnsafeMutablePointer<Float>
  ) {
    let (c, s) = (load(tables.afterCosines + index), load(tables.afterSines + index))
    let (even, odd) = (x * c + y * s, x * s - y * c)
    let order = tables.order + index
    for k in 0..<4 {
      values[Int(order[k])] = even[k]
      values[half - 1 - Int(order[k])] = odd[k]
    }
  }
}
