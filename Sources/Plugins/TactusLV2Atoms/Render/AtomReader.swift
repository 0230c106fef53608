import CLV2

/// An event of a sequence.
///
/// - Thread: audio
package struct AtomEvent: BitwiseCopyable {
  /// Frames from the start of the cycle, 0 ..< frameCount.
  package var offset: Int32
  package var type: UInt32
  /// The data: ``size`` bytes with any alignment; valid for the cycle.
  package var body: UnsafeRawPointer
  package var size: Int
}

/// Reads the events of a host's sequence, one after the other.
///
/// Offsets always ascend and are within the cycle: the host's values are clamped if necessary. An event whose declared
/// size exceeds the rest of the sequence ends the iteration.
///
/// - Thread: audio
package struct AtomReader {
  private let start: UnsafeRawPointer?
  private var position = 16
  /// The offset of the sequence's end.
  private var end = 0
  private var offset: Int32 = 0
  private let lastOffset: Int64
  private let hasFrames: Bool

  /// Reads the events of a connected buffer; there are none if it is not a sequence.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ sequence: UnsafePointer<LV2_Atom_Sequence>?, _ urids: LV2URIDs, frameCount: Int) {
    lastOffset = Int64(max(1, min(frameCount, 1 << 30))) &- 1
    start = UnsafeRawPointer(sequence)
    guard let sequence, sequence.pointee.atom.type == urids.sequence, urids.sequence != 0 else {
      hasFrames = false
      return
    }
    hasFrames = sequence.pointee.unit == 0 || sequence.pointee.unit != urids.beatTime
    end = Int(sequence.pointee.atom.size) &+ 8
  }

  /// Returns the next event; nil after the last one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func next() -> AtomEvent? {
    guard let start, end &- position >= 16 else { return nil }
    let header = (start + position).loadUnaligned(as: LV2_Atom_Event.self)
    let size = Int(header.body.size)
    let body = position &+ 16
    guard size <= end &- body else {
      position = end
      return nil
    }
    position = body &+ (size &+ 7) & ~7
    if hasFrames, header.frames > Int64(offset) {
      offset = Int32(truncatingIfNeeded: min(header.frames, lastOffset))
    }
    return AtomEvent(offset: offset, type: header.body.type, body: start + body, size: size)
  }
}
