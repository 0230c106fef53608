import CTactus
import Tactus

extension tactus_settings {
  /// The defaults.
  static var defaults: tactus_settings {
    var settings = tactus_settings()
    let defaults = BounceSettings()
    settings.size = UInt32(MemoryLayout<tactus_settings>.size)
    settings.sample_rate = Int32(defaults.sampleRate)
    settings.polyphony = Int32(defaults.synth.polyphony)
    settings.quality = Int32(TACTUS_QUALITY_LIVE)
    (settings.reverb, settings.chorus) = (1, 1)
    (settings.tail, settings.maximum_length) = (-1, defaults.maximumLength)
    settings.threads = 1
    return settings
  }

  /// Returns a caller's settings; nil means the defaults.
  static func reading(_ settings: UnsafePointer<tactus_settings>?) throws(CallFailure) -> tactus_settings {
    let settings = try reading(settings, "settings", over: .defaults)
    guard settings.reserved == 0 else { throw .setting("`reserved` must be 0") }
    guard (0...256).contains(settings.threads) else { throw .setting("`threads` must be between 0 and 256") }
    return settings
  }

  /// The settings of the synthesizer, for all uses.
  func synthSettings() throws(CallFailure) -> SynthSettings {
    var synth = SynthSettings()
    synth.polyphony = Int(polyphony)
    synth.gain = gain
    synth.reverb = try Self.flag(reverb, "reverb")
    synth.chorus = try Self.flag(chorus, "chorus")
    synth.delay = synth.reverb || synth.chorus
    (synth.reverbLevel, synth.chorusLevel) = (reverb_level, chorus_level)
    switch Int(quality) {
    case TACTUS_QUALITY_DRAFT: synth.interpolation = .linear
    case TACTUS_QUALITY_LIVE: synth.interpolation = .cubic
    case TACTUS_QUALITY_BEST: synth.interpolation = .sinc
    default: throw .setting("`quality` must be 0, 1 or 2")
    }
    return synth
  }

  /// The settings of a bounce, checked.
  func bounceSettings() throws -> BounceSettings {
    var bounce = BounceSettings()
    bounce.sampleRate = Int(sample_rate)
    bounce.synth = try synthSettings()
    bounce.leadIn = lead_in
    bounce.maximumLength = maximum_length
    if !(tail < 0) { bounce.tail = .seconds(tail) }
    try bounce.check()
    return bounce
  }

  /// How the result is split; nil for the mix alone.
  func stemSplit() throws(CallFailure) -> StemSplit? {
    switch Int(stems) {
    case TACTUS_STEMS_NONE: return nil
    case TACTUS_STEMS_CHANNELS: return .channels
    case TACTUS_STEMS_TRACKS: return .tracks
    case TACTUS_STEMS_PROGRAMS: return .programs
    case TACTUS_STEMS_GROUPS: return .groups
    default: throw .setting("`stems` must be a TACTUS_STEMS value, 0 to 4")
    }
  }

  func collectsNotes() throws(CallFailure) -> Bool { try Self.flag(notes, "notes") }

  /// The number of threads.
  var width: Int { threads == 0 ? Processors.available : Int(threads) }

  /// Reports progress to the caller; returns false to cancel.
  func report(_ done: BounceProgress) -> Bool { progress.map { $0(context, done.fraction) != 0 } ?? true }

  private static func flag(_ value: Int32, _ name: String) throws(CallFailure) -> Bool {
    guard value == 0 || value == 1 else { throw .setting("`\(name)` must be 0 or 1") }
    return value == 1
  }
}

@_cdecl("tactus_settings_init")
package func tactus_settings_init(_ settings: UnsafeMutablePointer<tactus_settings>?, _ size: UInt32) -> Int32 {
  status { try tactus_settings.defaults.write(to: required(settings, "settings"), size: size, "settings") }
}
