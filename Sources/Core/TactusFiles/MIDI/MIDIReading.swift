/// The state that the parsers share while a file is read: the bytes, the options, and the diagnostics so far.
///
/// - Thread: control
final class MIDIReading {
  let file: FileBytes
  let options: MIDIFile.ReadOptions
  private(set) var diagnostics = MIDIFile.Diagnostics()
  /// The first defect in strict reading, which ends the reading.
  private(set) var fatal: MIDIFile.Diagnostic?
  /// The number of events that may still be kept.
  var eventsLeft: Int
  /// The smallest number of ticks that can last an hour, at the slowest possible tempo.
  private(set) var hourTicks = Int64.max
  /// The number of bytes that may still be read in vain after an early End of Track. Tracks can begin within others,
  /// and the time must stay proportional to the size.
  private(set) var patience: Int
  /// Whether any track specifies a port, so that ports must be assigned to the messages.
  var namesPorts = false

  init(_ file: FileBytes, _ options: MIDIFile.ReadOptions) {
    self.file = file
    self.options = options
    eventsLeft = options.limits.events
    patience = min(file.bytes.count, Int.max / 8) * 4 + 65_536
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

  /// Counts bytes that were read in vain; see ``patience``.
  func losePatience(_ bytes: Int) { patience -= bytes }

  /// Discards the diagnostics since `mark`, an earlier value of ``diagnostics``.
  func forget(since mark: MIDIFile.Diagnostics) { if !isStopped { diagnostics = mark } }

  /// Removes the diagnostics of a track from those kept, and decrements the track index in those of later tracks.
  func forget(track: Int) {
    let kept = diagnostics.kept
    diagnostics.kept.removeAll { $0.track == track }
    for finding in kept where finding.track == track { diagnostics.counts[finding.severity.rawValue] -= 1 }
    for index in diagnostics.kept.indices {
      if let other = diagnostics.kept[index].track, other > track { diagnostics.kept[index].track = other - 1 }
    }
  }

  /// Sets ``hourTicks`` for a division. A quarter note of a Standard MIDI File lasts at most 16.8 seconds.
  func setDivision(_ division: MIDIFile.Division) {
    switch division {
    case .ticksPerQuarter(let ticks): hourTicks = Int64(ticks) * 214
    case .timecode:
      let rate = division.ticksPerSecond ?? (1, 1)
      hourTicks = Int64(rate.numerator) * 3_600 / Int64(rate.denominator)
    }
  }

  /// Whether there is a chunk name at `offset`: four printable characters.
  func isChunkName(at offset: Int, before end: Int) -> Bool {
    guard offset >= 0, end - offset >= 4 else { return false }
    return bytes[offset..<(offset + 4)].allSatisfy { (0x20...0x7E).contains($0) }
  }

  func isTrackName(at offset: Int, before end: Int) -> Bool {
    guard offset >= 0, end - offset >= 4 else { return false }
    return bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self) == UInt32(bigEndian: 0x4D54_726B)
  }

  /// Returns the offset of the next "MTrk" at or after `offset`; nil if there is none.
  func nextTrack(from offset: Int, before end: Int) -> Int? {
    var position = max(0, offset)
    while end - position >= 8 {
      if isTrackName(at: position, before: end) { return position }
      position += 1
    }
    return nil
  }
}
