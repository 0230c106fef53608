import TactusRender

/// Computes the host's transport at each frame from the positions that the host has sent.
///
/// Hosts send a position when something changes; some hosts send one in each cycle. The frames in positions are exact,
/// but the beats are often rounded to ticks. Beats therefore follow a line with the tempo as its slope: while the
/// frames are continuous, a beat within a tick of the line changes nothing. A new line begins when the transport
/// starts, its frame jumps, the tempo changes, or a beat is more than a tick away from the line.
///
/// While the frames are continuous, a difference of whole beats is not treated as a jump if the bar is missing or the
/// meter has changed.
///
/// - Thread: audio
package struct LV2Transport: BitwiseCopyable, Sendable {
  /// The coarsest tick of any host, in quarter notes.
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
  /// Whether the line has an anchor.
  private var hasBeat = false
  /// The frame of the stream at which the line is anchored.
  private var anchorFrame: Int64 = 0
  /// The position of the anchor in quarter notes.
  private var anchorBeat = 0.0
  /// Whether the last position contained a frame.
  private var hasFrame = false
  /// The host's frame in the last position.
  private var lastFrame: Int64 = 0
  /// The frame of the stream at which the host sent the last position.
  private var reportedAt: Int64 = 0
  /// Whether the start of a bar is known.
  private var hasBarStart = false
  /// The start of a bar in quarter notes, from the last position that contained a beat.
  private var barStart = 0.0
  private var isChanged = false
  /// The difference in quarter notes between where a bar starts and where it would start if all bars before it had the
  /// current meter. Nil after a change of meter, until a position with a bar number comes.
  private var barOffset: Double? = 0

  /// Creates a transport that has received no position.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(sampleRate: Double) { self.sampleRate = sampleRate }

  /// Processes a position.
  ///
  /// - Parameter now: the frame of the stream at which the position is valid; not before that of the last position.
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
    if !follows || !hasBeat {
      barOffset = 0
    } else if beatsPerBar != before.beatsPerBar || beatUnit != before.beatUnit {
      barOffset = nil
    }
    set(position, expected, now, follows: follows, isSteady: isSteady)
    if barOffset == nil { findBarOffset(position, at: now) }
    if !follows { isChanged = true }
    hasFrame = false
    if let frame = position.frame { (hasFrame, lastFrame, reportedAt) = (true, frame, now) }
  }

  /// Returns the context at a frame of the stream. A change of the transport is reported once.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func context(at now: Int64) -> MusicalContext {
    var context = MusicalContext()
    context.hasTransport = hasSpeed
    // a transport that runs backwards plays nothing
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

  /// Returns the position in quarter notes at a frame of the stream.
  private func beat(at now: Int64) -> Double {
    guard hasBeat else { return 0 }
    let frames = Double(now &- anchorFrame)
    return tempo > 0 && sampleRate > 0 ? anchorBeat + frames * speed * tempo / (60 * sampleRate) : anchorBeat
  }

  /// Whether the host's frames are continuous; true if it does not send frames.
  private func follows(_ position: LV2Position, _ now: Int64) -> Bool {
    guard let frame = position.frame, hasFrame else { return true }
    let expected = Double(lastFrame) + Double(now &- reportedAt) * speed
    return abs(Double(frame) - expected) <= 1
  }

  /// Begins a new line if necessary.
  ///
  /// - Parameters:
  ///   - follows: whether the frames are continuous.
  ///   - isSteady: whether the frames are continuous, and speed and tempo are unchanged.
  private mutating func set(
    _ position: LV2Position, _ expected: Double, _ now: Int64, follows: Bool, isSteady: Bool
  ) {
    let reported = reportedBeat(position, near: expected, follows: follows)
    let continues = hasBeat && follows
    var difference = reported - expected
    if continues, position.frame != nil {
      if position.bar == nil {
        difference -= 4 / beatUnit * Double(HostTickMap.floor(difference * beatUnit / 4 + 0.5))
      } else if barOffset == nil {
        difference = 0
      }
    }
    if reported.isNaN {
      // without a beat, the position continues from here in the new tempo
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

  /// Finds where the bars of a new meter begin: the position has continued, so its bar begins on the line.
  private mutating func findBarOffset(_ position: LV2Position, at now: Int64) {
    guard hasBeat, hasMeter, let number = position.bar, let barBeat = position.barBeat else { return }
    let offset = beat(at: now) - (number * beatsPerBar + barBeat) * 4 / beatUnit
    // bars last a whole number of 64th notes
    barOffset = Double(HostTickMap.floor(offset * 16 + 0.5)) / 16
  }

  /// Returns the position in quarter notes that results from the host's values; NaN if none does. Without a bar number,
  /// the bar nearest to the expected position is assumed. Without a beat, the position is computed from the frame if
  /// there is no line or the frame has jumped.
  private func reportedBeat(_ position: LV2Position, near expected: Double, follows: Bool) -> Double {
    let quarters = 4 / beatUnit
    guard let barBeat = position.barBeat else {
      guard !hasBeat || !follows, let frame = position.frame, tempo > 0, sampleRate > 0 else { return .nan }
      return Double(frame) * tempo / (60 * sampleRate)
    }
    guard hasMeter else { return barBeat * quarters }
    let bar = beatsPerBar * quarters
    if let number = position.bar { return number * bar + barBeat * quarters + (barOffset ?? 0) }
    let rest = hasBeat ? expected - barBeat * quarters : 0
    return barBeat * quarters + bar * Double(HostTickMap.floor(rest / bar + 0.5))
  }
}
