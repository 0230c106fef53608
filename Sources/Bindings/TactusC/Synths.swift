import CTactus
import Tactus

/// A synthesizer that is played live, and the state that its audio thread uses.
final class Synth: @unchecked Sendable {  // the audio thread owns what `side` points to; the rest is thread-safe
  static let kind = HandleKind<Synth>(kind: CTACTUS_SYNTH, name: "synthesizer")

  let synth: LiveSynth
  let side: UnsafeMutablePointer<SynthSide>
  private let channels: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  private let events: UnsafeMutableBufferPointer<TimedEvent>

  init(_ bank: SoundBank?, _ settings: tactus_settings) throws {
    let checked = try settings.bounceSettings()
    // everything that can throw comes before the allocations, so that an error leaks no memory
    synth = LiveSynth(sampleRate: checked.sampleRate, settings: checked.synth)
    channels = .allocate(capacity: ChannelPointers.most)
    events = .allocate(capacity: SynthSide.mostEvents)
    side = .allocate(capacity: 1)
    side.initialize(to: SynthSide(core: synth.core, events: events, channels: ChannelPointers(channels)))
    guard let bank else { return }
    synth.publish(bank)
    // Presets whose samples cannot be decoded are silent; the others play.
    _ = try? synth.prepareSamples()
  }

  deinit {
    events.deallocate()
    channels.deallocate()
    side.deallocate()
  }
}

@_cdecl("tactus_synth_new")
package func tactus_synth_new(_ bank: OpaquePointer?, _ settings: UnsafePointer<tactus_settings>?) -> OpaquePointer? {
  Synth.kind.make(audio: { UnsafeMutableRawPointer($0.side) }) {
    let bank = try bank.map { try Bank.kind.object($0).soundBank }
    return try Synth(bank, .reading(settings))
  }
}

@_cdecl("tactus_synth_set_bank")
package func tactus_synth_set_bank(_ synth: OpaquePointer?, _ bank: OpaquePointer?) -> Int32 {
  status {
    let synth = try Synth.kind.object(synth).synth
    synth.publish(try bank.map { try Bank.kind.object($0).soundBank })
  }
}

@_cdecl("tactus_synth_set_program")
package func tactus_synth_set_program(
  _ synth: OpaquePointer?, _ channel: Int32, _ bank: Int32, _ program: Int32
) -> Int32 {
  status {
    let synth = try Synth.kind.object(synth).synth
    guard (0..<16).contains(channel), (0..<65_536).contains(bank), (0..<128).contains(program) else {
      throw CallFailure.argument("expected a channel of 0 to 15, a bank of 0 to 65535, and a program of 0 to 127")
    }
    synth.set(PartProgram(bank: Int(bank), program: Int(program)), of: Int(channel))
  }
}

@_cdecl("tactus_synth_set_gain")
package func tactus_synth_set_gain(_ synth: OpaquePointer?, _ gain: Double) -> Int32 {
  status {
    let synth = try Synth.kind.object(synth).synth
    guard (-96...48).contains(gain) else { throw CallFailure.setting("`gain` must be between -96 and 48 dB") }
    var controls = synth.synthControls
    controls.gain = gain
    synth.set(controls)
  }
}

@_cdecl("tactus_synth_send")
package func tactus_synth_send(_ synth: OpaquePointer?, _ event: UnsafePointer<tactus_event>?) -> Int32 {
  status {
    let synth = try Synth.kind.object(synth).synth
    let event = try required(event, "event").pointee
    guard (0x80...0xEF).contains(event.status) else {
      throw CallFailure.argument("the event's status is not 0x80 to 0xEF")
    }
    guard synth.send(ChannelMessage(event)) else { throw CallFailure.messagesWaiting }
  }
}

@_cdecl("tactus_synth_send_sysex")
package func tactus_synth_send_sysex(
  _ synth: OpaquePointer?, _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ port: Int32
) -> Int32 {
  status {
    let synth = try Synth.kind.object(synth).synth
    let bytes = try required(bytes, "bytes")
    // as many bytes as fit into the packets that can wait, and F0 and F7
    guard (2...6 * LiveSynth.mostWaiting + 2).contains(size), bytes[0] == 0xF0, bytes[size - 1] == 0xF7 else {
      throw CallFailure.argument("expected a whole message of at most 6146 bytes, from F0 to F7")
    }
    let data = UnsafeBufferPointer(start: bytes + 1, count: size - 2)
    guard data.allSatisfy({ $0 < 0x80 }) else { throw CallFailure.argument("a byte inside the message is above 7F") }
    guard (0..<16).contains(port) else { throw CallFailure.argument("`port` must be between 0 and 15") }
    guard synth.send(Array(SystemExclusivePackets(data, port: UInt8(port)))) else { throw CallFailure.messagesWaiting }
  }
}

@_cdecl("tactus_synth_prepare")
package func tactus_synth_prepare(_ synth: OpaquePointer?) -> Int32 {
  status {
    let synth = try Synth.kind.object(synth).synth
    synth.reclaim()
    try CallFailure.check(synth.prepareSamples())
  }
}

@_cdecl("tactus_synth_voices")
package func tactus_synth_voices(_ synth: OpaquePointer?) -> Int32 {
  number { Int32(try Synth.kind.object(synth).synth.voiceCount) }
}

@_cdecl("tactus_synth_free")
package func tactus_synth_free(_ synth: OpaquePointer?) { Synth.kind.free(synth) }
