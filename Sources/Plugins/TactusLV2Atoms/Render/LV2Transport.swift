import TactusRender

/// Where a host's transport is, on each frame, by the positions that it has told.
///
/// Positions come when a host thinks that something has changed, and with some hosts in each cycle. Their frames are
/// exact, but their beats are often rounded to ticks. So beats go along a line of the tempo from where it was set last:
/// while the frames follow one another, a beat that is no more than a tick away from it changes nothing. The line is set
/// anew where the transport starts or its frame leaps, with a new tempo, and where a beat is further away.
///
/// A beat that is away by whole beats while the frames follow one another is no leap: meters change, and some hosts say
/// nothing of the bar.
///
/// - Thread: audio
package struct LV2Transport: BitwiseCopyable, Sendable {
  /// The coarsest tick of a host, in quarter notes.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func tick() -> Double { 1.0 / 480 }

  private let sampleRate: Double
  private var hasSpeed = false
  private var speed = 0.0
  /// Quarter notes per minute; 0 for unknown.
  private var tempo = 0.0
  private var beatsPerBar = 0.0
  private var beatUnit = 4.0
  private var hasMeter = false
  /// Where the line was set: a frame of the stream, and the quarter note there.
  private var hasBeat = false
  private var anchorFrame: Int64 = 0
  private var anchorBeat = 0.0
  /// What the host has said last of its frames, and when.
  private var hasFrame = false
  private var lastFrame: Int64 = 0
  private var reportedAt: Int64 = 0
  /// Where a bar began, in quarter notes, as last told.
  private var hasBarStart = false
  private var barStart = 0.0
  private var isChanged = false

  /// Nothing has been told.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Takes a position.
  ///
  /// - Parameter now: the frame of the stream for which it holds, not before the last one.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take(_ position: LV2Position, at now: Int64) {
    let follows = follows(position, now)
    let expected = beat(at: now)
    let before = (speed: hasSpeed ? speed : .nan, tempo: tempo, beatsPerBar: beatsPerBar, beatUnit: beatUnit)
    if let speed = position.speed { (hasSpeed, self.speed) = (true, speed) }
    if let unit = position.beatUnit { beatUnit = unit }
    if let beats = position.beatsPerBar { (hasMeter, beatsPerBar) = (true, beats) }
    if let minute = position.beatsPerMinute { tempo = minute * 4 / beatUnit }
    let isSteady = follows && speed == before.speed && tempo == before.tempo
    let hasBars = position.bar != nil && beatsPerBar == before.beatsPerBar && beatUnit == before.beatUnit
    set(position, expected, now, follows: follows, isSteady: isSteady, hasBars: hasBars)
    if !follows { isChanged = true }
    hasFrame = false
    if let frame = position.frame { (hasFrame, lastFrame, reportedAt) = (true, frame, now) }
  }

  /// What is said of the transport at a frame of the stream; whether it has changed is said once.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func context(at now: Int64) -> MusicalContext {
    var context = MusicalContext()
    context.hasTransport = hasSpeed
    // a transport that goes backwards plays nothing
    context.isMoving = speed > 0
    context.isChanged = isChanged
    isChanged = false
    context.hasTempo = tempo > 0
    context.tempo = tempo * (speed > 0 ? speed : 1)
    (context.hasBeat, context.beat) = (hasBeat, beat(at: now))
    context.hasMeter = hasMeter
    if hasMeter {
      context.meterBeats = Int32(max(1, beatsPerBar))
      context.meterNoteValue = Int32(beatUnit)
    }
    context.hasBarStart = hasBarStart && hasBeat
    context.barStart = barStart
    if context.hasBarStart, hasMeter {
      let bar = beatsPerBar * 4 / beatUnit
      context.barStart += bar * Double(HostTickMap.floor((context.beat - barStart) / bar + 1e-9))
    }
    return context
  }

  /// The quarter note at a frame of the stream.
  private func beat(at now: Int64) -> Double {
    guard hasBeat else { return 0 }
    let frames = Double(now &- anchorFrame)
    return tempo > 0 && sampleRate > 0 ? anchorBeat + frames * speed * tempo / (60 * sampleRate) : anchorBeat
  }

  /// Whether the host's frames go on from where they were; true if it says nothing of them.
  private func follows(_ position: LV2Position, _ now: Int64) -> Bool {
    guard let frame = position.frame, hasFrame else { return true }
    let expected = Double(lastFrame) + Double(now &- reportedAt) * speed
    return abs(Double(frame) - expected) <= 1
  }

  /// Sets the line where it has to be.
  ///
  /// - Parameters:
  ///   - follows: whether the frames follow one another.
  ///   - isSteady: whether nothing else has changed either.
  ///   - hasBars: whether beats are counted as they were before.
  private mutating func set(
    _ position: LV2Position, _ expected: Double, _ now: Int64, follows: Bool, isSteady: Bool, hasBars: Bool
  ) {
    let reported = reportedBeat(position, near: expected, follows: follows)
    let continues = hasBeat && follows
    var difference = reported - expected
    if continues, position.frame != nil, !hasBars {
      difference -= 4 / beatUnit * Double(HostTickMap.floor(difference * beatUnit / 4 + 0.5))
    }
    if reported.isNaN {
      // where the beat is not told, it goes on from here in the new tempo
      if hasBeat { (anchorFrame, anchorBeat) = (now, expected) }
      return
    }
    if !continues || !isSteady || abs(difference) > Self.tick() {
      (hasBeat, anchorFrame, anchorBeat) = (true, now, continues ? expected + difference : reported)
    }
    if let barBeat = position.barBeat {
      (hasBarStart, barStart) = (true, beat(at: now) - barBeat * 4 / beatUnit)
    }
  }

  /// The quarter note that a position tells; not a number if it tells none. Without a bar's number it is the one
  /// nearest to what is expected, and without a beat the one that follows from the frame, where that leaps.
  private func reportedBeat(_ position: LV2Position, near expected: Double, follows: Bool) -> Double {
    let quarters = 4 / beatUnit
    guard let barBeat = position.barBeat else {
      guard !hasBeat || !follows, let frame = position.frame, tempo > 0, sampleRate > 0 else { return .nan }
      return Double(frame) * tempo / (60 * sampleRate)
    }
    guard hasMeter else { return barBeat * quarters }
    let bar = beatsPerBar * quarters
    if let number = position.bar { return number * bar + barBeat * quarters }
    let rest = hasBeat ? expected - barBeat * quarters : 0
    return barBeat * quarters + bar * Double(HostTickMap.floor(rest / bar + 0.5))
  }
}
