/// The state shared by the parts of a reading: the bytes, the options, and the diagnostics so far.
///
/// - Thread: control
final class MIDIReading {
  let file: FileBytes
  let options: MIDIFile.ReadOptions
  private(set) var diagnostics = MIDIFile.Diagnostics()
  /// The first defect in strict reading, which ends the reading.
  private(set) var fatal: MIDIFile.Diagnostic?
  /// The number of further events that may be kept.
  var eventsLeft: Int
  /// The smallest number of ticks that may last an hour, whatever the tempo.
  private(set) var hourTicks = Int64.max
  /// Whether some track names a port, so that messages must be given theirs.
  var namesPorts = false

  init(_ file: FileBytes, _ options: MIDIFile.ReadOptions) {
    self.file = file
    self.options = options
    eventsLeft = options.limits.events
  }

  var bytes: UnsafeRawBufferPointer { file.bytes }
  var isStopped: Bool { fatal != nil }

  func report(_ defect: MIDIFile.Defect, at offset: Int, track: Int? = nil) {
    let severity = defect.severity
    diagnostics.counts[severity.rawValue] += 1
    let isFatal = options.isStrict && fatal == nil && severity >= .warning
    guard isFatal || diagnostics.kept.count < options.limits.diagnostics else { return }
    let diagnostic = MIDIFile.Diagnostic(severity: severity, offset: offset, track: track, defect: defect)
    if diagnostics.kept.count < options.limits.diagnostics { diagnostics.kept.append(diagnostic) }
    if isFatal { fatal = diagnostic }
  }

  /// Drops what was found since `mark`, a value of ``diagnostics`` from before.
  func forget(since mark: MIDIFile.Diagnostics) { if !isStopped { diagnostics = mark } }

  /// Takes a track out of the findings that were kept: its own go, and later tracks move up.
  func forget(track: Int) {
    let kept = diagnostics.kept
    diagnostics.kept.removeAll { $0.track == track }
    for finding in kept where finding.track == track { diagnostics.counts[finding.severity.rawValue] -= 1 }
    for index in diagnostics.kept.indices {
      if let other = diagnostics.kept[index].track, other > track { diagnostics.kept[index].track = other - 1 }
    }
  }

  /// Takes note of what a tick is. A quarter note of a Standard MIDI File lasts 16.8 seconds at the most.
  func setDivision(_ division: MIDIFile.Division) {
    switch division {
    case .ticksPerQuarter(let ticks): hourTicks = Int64(ticks) * 214
    case .timecode:
      let rate = division.ticksPerSecond ?? (1, 1)
      hourTicks = Int64(rate.numerator) * 3_600 / Int64(rate.denominator)
    }
  }

  /// Whether a chunk name stands at `offset`: four printable characters.
  func isChunkName(at offset: Int, before end: Int) -> Bool {
    guard offset >= 0, end - offset >= 4 else { return false }
    return bytes[offset..<(offset + 4)].allSatisfy { (0x20...0x7E).contains($0) }
  }

  func isTrackName(at offset: Int, before end: Int) -> Bool {
    guard offset >= 0, end - offset >= 4 else { return false }
    return bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == UInt32(bigEndian: 0x4D54_726B)
  }

  /// The next "MTrk" at or after `offset`.
  func nextTrack(from offset: Int, before end: Int) -> Int? {
    var position = max(0, offset)
    while end - position >= 8 {
      if isTrackName(at: position, before: end) { return position }
      position += 1
    }
    return nil
  }
}
