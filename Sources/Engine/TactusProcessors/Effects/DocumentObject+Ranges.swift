import TactusFiles

// Ranges in documents are two numbers in brackets, the lower one first.

extension DocumentObject {
  /// Reads two integers in brackets, the lower one first.
  func range<Value: FixedWidthInteger & DocumentValue>(
    _ name: String, within limits: ClosedRange<Value>, default range: ClosedRange<Value>
  ) throws(DocumentProblem) -> ClosedRange<Value> {
    guard contains(name) else { return range }
    guard let bounds = try? read([Value].self, name), bounds.count == 2, bounds[0] <= bounds[1],
      limits.contains(bounds[0]), limits.contains(bounds[1])
    else {
      throw expected("[lowest, highest] within \(limits.lowerBound)…\(limits.upperBound)", name)
    }
    return bounds[0]...bounds[1]
  }

  /// Reads two integers in brackets, the lower one first; returns nil if the member is missing.
  func range<Value: FixedWidthInteger & DocumentValue>(_ name: String, within limits: ClosedRange<Value>)
    throws(DocumentProblem)
    -> ClosedRange<Value>?
  { contains(name) ? try range(name, within: limits, default: limits) : nil }

  /// Reads a number within a range; nil if the member is missing.
  func fraction(_ name: String, _ range: ClosedRange<Double>) throws(DocumentProblem) -> Double? {
    guard contains(name) else { return nil }
    guard let value = try? read(Double.self, name), range.contains(value) else {
      throw expected("a number \(range.lowerBound)…\(range.upperBound)", name)
    }
    return value
  }

  /// Reads an array of integers within a range as a set; nil if the member is missing.
  func numbers(_ name: String, _ range: ClosedRange<UInt8>) throws(DocumentProblem) -> Set<UInt8>? {
    guard contains(name) else { return nil }
    guard let numbers = try? read([UInt8].self, name), numbers.allSatisfy(range.contains) else {
      throw expected("whole numbers \(range.lowerBound)…\(range.upperBound) in brackets", name)
    }
    return Set(numbers)
  }
}

extension DocumentWriter {
  /// Writes a range unless it is the default.
  mutating func put<Value: DocumentWritable>(
    range: ClosedRange<Value>?, _ name: String, unless usual: ClosedRange<Value>?
  ) {
    if let range, range != usual { put([range.lowerBound, range.upperBound], name) }
  }
}

extension Set<UInt8> {
  /// All channels.
  static let allChannels = Set<UInt8>(0..<16)
}
