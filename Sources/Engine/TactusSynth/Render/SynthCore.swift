import TactusMIDI
import TactusRealtime
import TactusRender

/// A synthesizer on the audio thread: the state of the MIDI channels, and the voices.
///
///     events ─► ChannelState ─► voice commands ─► VoicePool ─► partial mixes ─► mix, effects
///
/// Its memory is plain and has fixed addresses; `SynthMemory` owns it. Several cores with the same settings and events
/// make the same decisions, and each may render only the voices of its own partial mixes.
/// - Thread: audio
struct SynthCore {
  var state: ChannelState<PoolCommands>
  let voices: UnsafeMutablePointer<VoicePool>

  /// The next frame to be rendered.
  var frame: Int64 { voices.pointee.frame }
  /// The number of voices that sound and are not fading.
  var soundingVoices: Int { voices.pointee.soundingVoices }
  /// Whether any voice sounds or fades.
  var hasVoices: Bool { voices.pointee.hasVoices }

  /// The counters since the start.
  var counters: SynthCounters { SynthCounters(state.counters, voices.pointee.counters) }

  /// Applies a message at the current frame.
  mutating func receive(_ message: ChannelMessage) {
    let traced = voices.pointee.renderer.updates.table.traceCount
    state.receive(message)
    voices.pointee.recordIgnored(message, since: traced)
  }

  /// Applies a message of the MIDI Tuning Standard; see ``ChannelState``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func tune(_ bytes: UnsafePointer<UInt8>, _ count: Int, port: Int) -> Bool {
    state.tune(bytes, count, port: port)
  }

  /// Renders a cycle chunk by chunk: the voices, then the effects.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func render(
    _ frames: Int, _ events: EventList, _ output: UnsafeMutablePointer<OutputState>, into block: AudioBlock
  ) {
    var done = 0
    var index = 0
    while done < frames {
      let rest = EventList(start: events.baseAddress.map { $0 + index }, count: events.count &- index)
      let count = chunkLength(frames &- done, rest, at: done)
      index &+= renderVoices(count, events: rest, base: done)
      var chunk = takeChunk(count)
      finish(&chunk, output, into: block, at: done)
      done &+= count
    }
  }

  /// Returns the length of the next chunk. It ends at the next multiple of the chunk length, so that the division does
  /// not depend on cycles, or at the next message that may change an effect, because effects change only on a chunk's
  /// first frame. Such messages are system-exclusive ones, and effect sends if insertion effects follow them.
  ///
  /// - Parameters:
  ///   - events: the remaining events.
  ///   - offset: the start of the chunk in the cycle.
  func chunkLength(_ wanted: Int, _ events: EventList, at offset: Int) -> Int {
    let chunk = SynthLimits.chunkFrames
    let count = min(wanted, chunk &- Int(frame & Int64(chunk &- 1)))
    var index = 0
    var sendsMatter = state.master.insertions.areUsed
    while index < events.count, Int(events[index].offset) < offset &+ count {
      let event = events[index]
      let isExclusive = event.message.isSystemExclusive
      if isExclusive || sendsMatter && event.message.isEffectSend, Int(event.offset) > offset {
        return Int(event.offset) &- offset
      }
      if isExclusive { sendsMatter = true }
      index &+= 1
    }
    return count
  }

  /// Renders the voices of this core's partial mixes, starting at the current frame; the buses must be clear.
  ///
  /// - Parameters:
  ///   - count: at most `SynthLimits.chunkFrames`.
  ///   - events: the cycle's events; those before `base + count` that have not been played take effect here.
  ///   - base: the offset of this chunk in the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func renderVoices(_ count: Int, events: EventList, base: Int) -> Int {
    var index = 0
    let start = frame
    let end = start &+ Int64(count)
    voices.pointee.renderer.busFrame = start
    while frame < end {
      let isFollowing = voices.pointee.renderer.updates.isFollowing
      let length = Int64(isFollowing ? SynthLimits.chunkFrames : SynthLimits.blockFrames)
      let blockEnd = min(end, (frame & ~(length &- 1)) &+ length)
      while index < events.count {
        let eventFrame = start &+ Int64(max(0, Int(events[index].offset) &- base))
        guard eventFrame < blockEnd else { break }
        if eventFrame > frame { voices.pointee.advance(to: eventFrame) }
        receive(events[index].message)
        index &+= 1
      }
      voices.pointee.render(to: blockEnd)
    }
    return index
  }

  /// Plays another bank from the next note onwards.
  mutating func setBank(_ tables: BankTables, number: UInt32) {
    state.presets = tables.presets
    voices.pointee.bank = tables
    voices.pointee.bankNumber = number
    state.missingCount = 0
  }

  /// Returns to the initial state: no voice sounds, and all channels are in their power-on state.
  mutating func reset() {
    voices.pointee.reset()
    state.reset()
    voices.pointee.counters = VoiceCounters()
  }
}

/// Passes the commands of the channels on to the voice pool.
struct PoolCommands: VoiceCommands {
  let pool: UnsafeMutablePointer<VoicePool>

  @inline(__always)
  func startNote(_ part: Int, preset: Int32, key: UInt8, velocity: UInt8) {
    pool.pointee.startNote(part, preset: preset, key: key, velocity: velocity)
  }
  @inline(__always)
  func releaseKey(_ part: Int, key: UInt8) { pool.pointee.releaseKey(part, key: key) }
  @inline(__always)
  func releaseKeys(_ part: Int) { pool.pointee.releaseKeys(part) }
  @inline(__always)
  func releaseSustained(_ part: Int) { pool.pointee.releaseSustained(part) }
  @inline(__always)
  func catchHeldKeys(_ part: Int) { pool.pointee.catchHeldKeys(part) }
  @inline(__always)
  func releaseCaughtKeys(_ part: Int) { pool.pointee.releaseCaughtKeys(part) }
  @inline(__always)
  func fade(_ part: Int) { pool.pointee.fade(part: part) }
  @inline(__always)
  func fadeDisplaced(_ part: Int, by key: UInt8?) { pool.pointee.fadeDisplaced(part, by: key) }
  @inline(__always)
  func moveNote(_ part: Int, preset: Int32, from old: UInt8, to new: UInt8) -> Bool {
    pool.pointee.moveNote(part, preset: preset, from: old, to: new)
  }
  @inline(__always)
  func holds(_ part: Int, key: UInt8) -> Bool { pool.pointee.holds(part, key: key) }
  @inline(__always)
  func nextHeldKey(_ part: Int, after note: inout UInt64) -> HeldKey? { pool.pointee.nextHeldKey(part, after: &note) }
  @inline(__always)
  func channelChanged(_ part: Int, reachesReleased: Bool) {
    pool.pointee.channelChanged(part, reachesReleased: reachesReleased)
  }
  @inline(__always)
  func dampersChanged(_ part: Int) { pool.pointee.dampersChanged(part) }
  @inline(__always)
  func tuningChanged(_ part: Int) { pool.pointee.tuningChanged(part) }
  @inline(__always)
  func drumsChanged(_ part: Int) { pool.pointee.drumsChanged(part) }
}
