import TactusDSP

/// The points of a type-1 floor, decoded from a packet.
struct Floor1Points {
  /// The heights of the points: at first as coded, later as values of the scale.
  let heights: UnsafeMutablePointer<Int32>
  /// Whether a point is the end of a line.
  let isUsed: UnsafeMutablePointer<Bool>
}

extension Floor1 {
  /// Reads the heights of the points; returns false if the channel has no floor in this block.
  func read(
    _ bits: inout PacketBits, _ codebooks: UnsafePointer<Codebook>, into points: Floor1Points
  ) -> Bool {
    guard bits.flag() else { return false }
    let heights = points.heights
    let width = bitWidth(Int(range) - 1)
    heights[0] = Int32(bits.read(width))
    heights[1] = Int32(bits.read(width))
    var index = 2
    for partition in 0..<partitionCount {
      let group = groups[Int(partitions[partition])]
      var selector = 0
      if group.selectorBits > 0 {
        selector = codebooks[group.masterBook].decodeEntry(&bits)
        guard selector >= 0 else { return false }
      }
      for _ in 0..<group.dimensions {
        let book = Int(books[group.firstBook + selector & ((1 << group.selectorBits) - 1)])
        selector >>= group.selectorBits
        let height = book < 0 ? 0 : codebooks[book].decodeEntry(&bits)
        guard height >= 0 else { return false }
        heights[index] = Int32(truncatingIfNeeded: height)
        index += 1
      }
    }
    guard !bits.isExhausted else { return false }
    unwrap(points)
    return true
  }

  /// Turns differences from predicted heights into heights.
  private func unwrap(_ points: Floor1Points) {
    let heights = points.heights
    (points.isUsed[0], points.isUsed[1]) = (true, true)
    for index in 2..<max(2, pointCount) {
      let (low, high) = (Int(below[index]), Int(above[index]))
      let predicted = Self.height(
        at: positions[index], from: positions[low], heights[low], to: positions[high], heights[high])
      let coded = heights[index]
      points.isUsed[index] = coded != 0
      guard coded != 0 else {
        heights[index] = predicted
        continue
      }
      points.isUsed[low] = true
      points.isUsed[high] = true
      // out of range only in damaged packets; libvorbis computes the same value
      heights[index] = (predicted &+ Self.difference(coded, predicted, range &- predicted)) & 0x7FFF
    }
  }

  /// Converts a coded number to a difference: small numbers alternate around 0 while there is room on both sides,
  /// larger ones continue on the side with more room.
  private static func difference(_ coded: Int32, _ roomBelow: Int32, _ roomAbove: Int32) -> Int32 {
    let room = 2 &* min(roomBelow, roomAbove)
    if coded >= room { return roomAbove > roomBelow ? coded &- roomBelow : roomAbove &- coded &- 1 }
    return coded & 1 == 1 ? -(coded &+ 1) / 2 : coded / 2
  }

  /// Returns the height of a line between two points, rounded towards the first.
  private static func height(at x: Int32, from x0: Int32, _ y0: Int32, to x1: Int32, _ y1: Int32) -> Int32 {
    let change = y1 &- y0
    let offset = Int32(truncatingIfNeeded: Int64(abs(change)) * Int64(x &- x0) / Int64(max(1, x1 &- x0)))
    return change < 0 ? y0 &- offset : y0 &+ offset
  }

  /// Multiplies a spectrum by the floor.
  func apply(_ points: Floor1Points, to spectrum: UnsafeMutablePointer<Float>, count: Int) {
    Self.levels.withUnsafeBufferPointer { levels in
      guard let levels = levels.baseAddress else { return }
      var (x, y) = (0, level(points, 0))
      for index in 1..<pointCount {
        let point = Int(order[index])
        guard points.isUsed[point] else { continue }
        let (x1, y1) = (Int(positions[point]), level(points, point))
        Self.draw(from: x, y, to: x1, y1, limit: count, levels, spectrum)
        (x, y) = (x1, y1)
        if x >= count { return }
      }
      let level = levels[y]
      for rest in x..<count { spectrum[rest] *= level }
    }
  }

  /// Returns a point's height as an index of `levels`.
  private func level(_ points: Floor1Points, _ point: Int) -> Int {
    Int(max(0, min(255, points.heights[point] &* multiplier)))
  }

  /// Multiplies the values from `x0` up to but not including `x1` by levels that follow a straight line.
  private static func draw(
    from x0: Int, _ y0: Int, to x1: Int, _ y1: Int, limit: Int, _ levels: UnsafePointer<Float>,
    _ spectrum: UnsafeMutablePointer<Float>
  ) {
    let width = x1 - x0
    let base = (y1 - y0) / width
    let step = y1 < y0 ? base - 1 : base + 1
    let slope = abs(y1 - y0) - abs(base) * width
    var (y, remainder) = (y0, 0)
    for x in x0..<min(x1, limit) {
      spectrum[x] *= levels[y]
      remainder &+= slope
      if remainder >= width {
        remainder &-= width
        y &+= step
      } else {
        y &+= base
      }
    }
  }

  /// The factors of the scale, from about −139 dB to 0 dB in steps of 35/64 dB.
  private static let levels: [Float] = (0..<256).map {
    Float(ExactMath.gain(decibels: Double($0 - 255) * 0.546875))
  }
}
