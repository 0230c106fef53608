import CJACK
import TactusEngine
import TactusRender

/// Reads the shared transport of JACK clients, in which frames are exact but bars and beats are rounded to ticks.
///
/// The beat is computed from the frame and the tempo, on a line through an anchor. The position of the timebase master
/// only confirms the line: as long as the position differs from the line by no more than the master's rounding, the
/// line stays. A seek, another tempo or another position sets a new anchor. If the master's position matches a constant
/// tempo since frame 0, the anchor is frame 0.
/// - Thread: audio
package struct JACKTransportFollower {
  private let sampleRate: Double
  private var hasAnchor = false
  private var anchorFrame: Int64 = 0
  private var anchorBeat = 0.0
  private var tempo = 0.0

  package init(sampleRate: Int) { self.sampleRate = Double(max(1, sampleRate)) }

  /// Returns the transport at the cycle's first frame.
  ///
  /// - Parameter state: jack_transport_state_t.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func follow(_ position: jack_position_t, state: Int32) -> LiveTransport {
    var transport = LiveTransport()
    transport.isRolling = Int(state) == Int(JackTransportRolling)
    transport.frame = Int64(position.frame)
    transport.context.hasTransport = true
    transport.context.isMoving = transport.isRolling
    guard let bbt = BBT(position, sampleRate) else {
      hasAnchor = false
      return transport
    }
    let beat = locate(bbt, at: transport.frame)
    (transport.context.hasTempo, transport.context.tempo) = (true, bbt.tempo)
    (transport.context.hasBeat, transport.context.beat) = (true, beat)
    transport.context.hasMeter = true
    (transport.context.meterBeats, transport.context.meterNoteValue) = (bbt.beats, bbt.noteValue)
    return transport
  }

  private mutating func locate(_ bbt: BBT, at frame: Int64) -> Double {
    if hasAnchor, bbt.tempo == tempo {
      let beat = anchorBeat + Double(frame &- anchorFrame) * tempo / (60 * sampleRate)
      if abs(beat - bbt.beat) <= bbt.tolerance { return beat }
    }
    let steady = Double(frame) * bbt.tempo / (60 * sampleRate)
    let isSteady = abs(steady - bbt.beat) <= bbt.tolerance
    (hasAnchor, tempo) = (true, bbt.tempo)
    (anchorFrame, anchorBeat) = isSteady ? (0, 0) : (frame, bbt.beat)
    return isSteady ? steady : bbt.beat
  }

  /// The timebase master's position, or nil if it is implausible.
  private struct BBT {
    /// The tempo in quarter notes per minute.
    var tempo: Double
    /// The position in quarter notes.
    var beat: Double
    /// The largest rounding error in quarter notes.
    var tolerance: Double
    var beats: Int32
    var noteValue: Int32

    init?(_ position: jack_position_t, _ sampleRate: Double) {
      let valid = Int(position.valid)
      guard valid & Int(JackPositionBBT) != 0 else { return nil }
      let (type, perBeat) = (Double(position.beat_type), position.ticks_per_beat)
      guard type >= 1, type <= 128, perBeat >= 1, perBeat <= 1e9 else { return nil }
      // a beat of the meter is 4 / type quarter notes
      tempo = position.beats_per_minute * 4 / type
      guard tempo > 0.1, tempo < 1e5 else { return nil }
      guard position.bar_start_tick > -1e15, position.bar_start_tick < 1e15 else { return nil }
      let hasFraction = valid & Int(JackTickDouble) != 0
      var position = position
      var tick = hasFraction ? ctactus_jack_tick(&position) : Double(position.tick)
      if !(tick > -1e12 && tick < 1e12) { tick = Double(position.tick) }
      let perQuarter = perBeat * type / 4
      beat = (position.bar_start_tick + Double(position.beat &- 1) * perBeat + tick) / perQuarter
      if valid & Int(JackBBTFrameOffset) != 0 {
        beat += Double(position.bbt_offset) * tempo / (60 * sampleRate)
      }
      tolerance = (hasFraction ? 0.01 : 1.5) / perQuarter + 1e-6
      let count = position.beats_per_bar
      beats = count >= 1 && count <= 255 ? Int32(count) : 4
      noteValue = Int32(type)
    }
  }
}
