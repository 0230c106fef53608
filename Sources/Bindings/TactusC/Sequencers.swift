import CTactus
import Tactus

/// A sequence that is played live, and the state that its audio thread uses.
final class LivePlayer: @unchecked Sendable {  // the audio thread owns what `side` points to; the rest is thread-safe
  static let kind = HandleKind<LivePlayer>(kind: CTACTUS_SEQUENCER, name: "sequencer")

  let live: LiveSequence
  /// The members that the document of the sequence has and the library does not know.
  private let unknown: Guarded<CallerTexts>
  let side: UnsafeMutablePointer<SequencerSide>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>

  init(_ document: SequenceDocument, _ bank: SoundBank, _ settings: tactus_settings) throws {
    let checked = try settings.bounceSettings()
    // everything that can throw comes before the allocations, so that an error leaks no memory
    live = try LiveSequence(document.sequence, sampleRate: checked.sampleRate, synth: checked.synth)
    unknown = Guarded(CallerTexts(document.unknown))
    channels = .allocate(capacity: ChannelPointers.most)
    side = .allocate(capacity: 1)
    side.initialize(to: SequencerSide(core: live.core, channels: ChannelPointers(channels)))
    publish(bank)
  }

  deinit {
    channels.deallocate()
    side.deallocate()
  }

  func publish(_ bank: SoundBank) {
    live.sampler.publish(bank)
    // Presets whose samples cannot be decoded are silent; the others play.
    _ = try? live.sampler.runControlTasks()
  }

  /// The texts stay until the next edit, or until the handle is freed.
  var unknownMembers: CallerTexts { unknown.withLock { $0 } }

  /// Plays another document.
  func edit(_ document: SequenceDocument) throws {
    do { try live.sequencer.publish(document.sequence) } catch SequencerError.tooManyTracks {
      throw CallFailure.setting("the document has more tracks than the one that created the sequencer")
    }
    let texts = CallerTexts(document.unknown)
    unknown.withLock { $0 = texts }
  }

  /// Sends a request to the audio thread.
  func ask(_ request: (Sequencer) -> Bool) throws(CallFailure) {
    guard request(live.sequencer) else {
      throw CallFailure(TACTUS_ERROR_FULL, "too many requests are waiting for the next block")
    }
  }
}

/// A sequence, and the paths of the members of its document that are not known.
struct SequenceDocument {
  let sequence: MIDISequence
  let unknown: [String]

  /// Reads a document of the caller.
  init(_ document: UnsafeRawPointer?, _ size: Int) throws {
    var unknown: [String] = []
    sequence = try MIDISequence(
      reading: FileBytes(copying: document, size, "document", name: "document"), unknown: &unknown)
    self.unknown = unknown
  }
}

@_cdecl("tactus_sequencer_new")
package func tactus_sequencer_new(
  _ document: UnsafeRawPointer?, _ size: Int, _ bank: OpaquePointer?, _ settings: UnsafePointer<tactus_settings>?
) -> OpaquePointer? {
  LivePlayer.kind.make(audio: { UnsafeMutableRawPointer($0.side) }) {
    let bank = try Bank.kind.object(bank).soundBank
    return try LivePlayer(SequenceDocument(document, size), bank, .reading(settings))
  }
}

@_cdecl("tactus_sequencer_edit")
package func tactus_sequencer_edit(_ sequencer: OpaquePointer?, _ document: UnsafeRawPointer?, _ size: Int) -> Int32 {
  status {
    let player = try LivePlayer.kind.object(sequencer)
    try player.edit(SequenceDocument(document, size))
    _ = try? player.live.sampler.runControlTasks()
  }
}

@_cdecl("tactus_sequencer_unknown_count")
package func tactus_sequencer_unknown_count(_ sequencer: OpaquePointer?) -> Int32 {
  number { Int32(try LivePlayer.kind.object(sequencer).unknownMembers.count) }
}

@_cdecl("tactus_sequencer_unknown")
package func tactus_sequencer_unknown(_ sequencer: OpaquePointer?, _ index: Int32) -> UnsafePointer<CChar>? {
  text { try LivePlayer.kind.object(sequencer).unknownMembers.text(at: index, "unknown member") }
}

@_cdecl("tactus_sequencer_prepare")
package func tactus_sequencer_prepare(_ sequencer: OpaquePointer?) -> Int32 {
  status {
    let sampler = try LivePlayer.kind.object(sequencer).live.sampler
    try CallFailure.check(sampler.runControlTasks())
  }
}

@_cdecl("tactus_sequencer_set_bank")
package func tactus_sequencer_set_bank(_ sequencer: OpaquePointer?, _ bank: OpaquePointer?) -> Int32 {
  status { try LivePlayer.kind.object(sequencer).publish(Bank.kind.object(bank).soundBank) }
}

@_cdecl("tactus_sequencer_play")
package func tactus_sequencer_play(_ sequencer: OpaquePointer?, _ tick: Int64) -> Int32 {
  status {
    let player = try LivePlayer.kind.object(sequencer)
    try checkTick(tick, "tick")
    try player.ask { $0.play(from: tick) }
  }
}

@_cdecl("tactus_sequencer_stop")
package func tactus_sequencer_stop(_ sequencer: OpaquePointer?) -> Int32 {
  status { try LivePlayer.kind.object(sequencer).ask { $0.stop() } }
}

@_cdecl("tactus_sequencer_locate")
package func tactus_sequencer_locate(_ sequencer: OpaquePointer?, _ tick: Int64) -> Int32 {
  status {
    let player = try LivePlayer.kind.object(sequencer)
    try checkTick(tick, "tick")
    try player.ask { $0.locate(tick) }
  }
}

@_cdecl("tactus_sequencer_loop")
package func tactus_sequencer_loop(_ sequencer: OpaquePointer?, _ start: Int64, _ end: Int64) -> Int32 {
  status {
    let player = try LivePlayer.kind.object(sequencer)
    try checkTick(start, "start")
    try checkTick(end, "end")
    guard start <= end else { throw CallFailure.argument("`end` must not be less than `start`") }
    try player.ask { $0.cycle(start == end ? nil : start..<end) }
  }
}

@_cdecl("tactus_sequencer_free")
package func tactus_sequencer_free(_ sequencer: OpaquePointer?) { LivePlayer.kind.free(sequencer) }

private func checkTick(_ tick: Int64, _ name: String) throws(CallFailure) {
  guard (0...TimeSettings.tickLimit).contains(tick) else {
    throw .argument("`\(name)` must be between 0 and \(TimeSettings.tickLimit)")
  }
}
