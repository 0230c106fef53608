import TactusFiles

// Ranges in documents are two numbers in brackets, the lower one first.

extension KeyedDecodingContainer<DocumentKey> {
  /// Decodes two integers in brackets, the lower one first.
  func range<Value: FixedWidthInteger & Decodable>(
    _ name: DocumentKey, within limits: ClosedRange<Value>, default range: ClosedRange<Value>
  ) throws -> ClosedRange<Value> {
    guard contains(name) else { return range }
    guard let bounds = try? decode([Value].self, forKey: name), bounds.count == 2, bounds[0] <= bounds[1],
      limits.contains(bounds[0]), limits.contains(bounds[1])
    else {
      throw expected("[lowest, highest] within \(limits.lowerBound)…\(limits.upperBound)", name)
    }
    return bounds[0]...bounds[1]
  }

  /// Decodes two integers in brackets, the lower one first; returns nil if the member is missing.
  func range<Value: FixedWidthInteger & Decodable>(_ name: DocumentKey, within limits: ClosedRange<Value>) throws
    -> ClosedRange<Value>?
  { contains(name) ? try range(name, within: limits, default: limits) : nil }

  /// Decodes a number within a range; nil if the member is missing.
  func fraction(_ name: DocumentKey, _ range: ClosedRange<Double>) throws -> Double? {
    guard contains(name) else { return nil }
    guard let value = try? decode(Double.self, forKey: name), range.contains(value) else {
      throw expected("a number \(range.lowerBound)…\(range.upperBound)", name)
    }
    return value
  }

  /// Decodes an array of integers within a range as a set; nil if the member is missing.
  func numbers(_ name: DocumentKey, _ range: ClosedRange<UInt8>) throws -> Set<UInt8>? {
    guard contains(name) else { return nil }
    guard let numbers = try? decode([UInt8].self, forKey: name), numbers.allSatisfy(range.contains) else {
      throw expected("whole numbers \(range.lowerBound)…\(range.upperBound) in brackets", name)
    }
    return Set(numbers)
  }
}

extension KeyedEncodingContainer<DocumentKey> {
  /// Encodes a range unless it is the default.
  mutating func put<Value: Encodable>(
    range: ClosedRange<Value>?, _ name: DocumentKey, unless usual: ClosedRange<Value>?
  )
    throws
  {
    if let range, range != usual { try encode([range.lowerBound, range.upperBound], forKey: name) }
  }
}

extension Set<UInt8> {
  /// All channels.
  static let allChannels = Set<UInt8>(0..<16)
}
