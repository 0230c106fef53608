import CLV2

/// An event of a sequence.
///
/// - Thread: audio
package struct AtomEvent: BitwiseCopyable {
  /// Frames from the start of the cycle, 0 ..< frameCount.
  package var offset: Int32
  package var type: UInt32
  /// ``size`` bytes, of any alignment; valid for the cycle.
  package var body: UnsafeRawPointer
  package var size: Int
}

/// Reads the events of a host's sequence, one after the other.
///
/// Their offsets lie in the cycle and ascend, whatever the host says: what is early or late is clamped. An event that
/// claims to be longer than what is left of the sequence ends it.
///
/// - Thread: audio
package struct AtomReader {
  private let start: UnsafeRawPointer?
  private var place = 16
  /// Where the sequence ends, counted from its start.
  private var end = 0
  private var offset: Int32 = 0
  private let lastOffset: Int64
  private let hasFrames: Bool

  /// The events of what a host has connected to a port; none if that is no sequence.
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

  /// The next event; nil after the last one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func next() -> AtomEvent? {
    guard let start, end &- place >= 16 else { return nil }
    let header = (start + place).loadUnaligned(as: LV2_Atom_Event.self)
    let size = Int(header.body.size)
    let body = place &+ 16
    guard size <= end &- body else {
      place = end
      return nil
    }
    place = body &+ (size &+ 7) & ~7
    if hasFrames, header.frames > Int64(offset) {
      offset = Int32(truncatingIfNeeded: min(header.frames, lastOffset))
    }
    return AtomEvent(offset: offset, type: header.body.type, body: start + body, size: size)
  }
}
