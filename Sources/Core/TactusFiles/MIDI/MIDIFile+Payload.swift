extension MIDIFile {
  /// A view of an event's bytes, without copying them; the view keeps the bytes alive.
  ///
  /// - Thread: any
  public struct Payload: Sendable {
    private let source: FileBytes?
    private let owned: [UInt8]
    private let range: Range<Int>

    init(source: FileBytes?, owned: [UInt8], slice: Slice) {
      let available = source?.bytes.count ?? (slice.isOwned ? owned.count : 0)
      let start = Swift.min(slice.offset, available)
      range = start..<Swift.min(start + slice.count, available)
      self.source = source
      self.owned = source == nil ? owned : []
    }

    /// Calls `body` with the bytes; the pointer is only valid during the call.
    public func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      if let source { return body(UnsafeRawBufferPointer(rebasing: source.bytes[range])) }
      return owned.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
  }
}

extension MIDIFile.Payload: RandomAccessCollection {
  /// The first index, 0.
  public var startIndex: Int { 0 }
  /// The number of bytes.
  public var endIndex: Int { range.count }
  /// Returns a byte.
  public subscript(position: Int) -> UInt8 {
    precondition(position >= 0 && position < range.count)
    return source?.bytes[range.lowerBound + position] ?? owned[range.lowerBound + position]
  }
}
