import TactusDSP
import TactusMIDI

// The state of the 256 parts, sixteen of each port, for a program that controls a `LiveSynth` by calls instead of
// events. The caller must be the audio thread, or use a lock to exclude the audio thread.

extension LiveCore {
  /// The number of parts.
  package static var parts: Int { SynthLimits.channels }

  /// Applies a message at the next frame to be rendered.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func receive(_ message: ChannelMessage) {
    takeBank()
    takeControls()
    core.pointee.receive(message)
  }

  /// Resets all channels and the state shared by all ports to the state at power-on. Sounding notes fade out in 12 ms, and
  /// the effects decay.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func restart() {
    takeBank()
    takeControls()
    for port in 0..<16 { core.pointee.state.restart(port: port) }
  }

  /// The value of a controller.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func controller(_ number: Int, of part: Int) -> UInt8 {
    core.pointee.state.channels[part].controllers[number & 127]
  }

  /// Whether a part has a sounding note whose key is still down.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func holds(key: UInt8, on part: Int) -> Bool { core.pointee.state.voices.holds(part, key: key) }

  /// The value of the pitch bend, 0…16383.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func pitchBend(of part: Int) -> Int { Int(core.pointee.state.channels[part].pitchBend) }

  /// The range of pitch bend in cents.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func bendRange(of part: Int) -> Double { core.pointee.state.channels[part].bendRange }

  /// Sets the range of pitch bend in cents.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setBendRange(_ cents: Double, of part: Int) {
    core.pointee.state.channels[part].bendRange = cents
    core.pointee.state.markDirty(part)
  }

  /// Whether a part is in mono mode.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func isMono(_ part: Int) -> Bool { core.pointee.state.channels[part].isMono }

  /// Makes a part a drum part or a melodic part. Its preset stays until the next program change.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setDrums(_ isDrums: Bool, of part: Int) { core.pointee.state.setDrums(part, isDrums) }

  /// Whether a part is a drum part.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func isDrums(_ part: Int) -> Bool { core.pointee.state.channels[part].isDrums }

  /// Selects the preset of a bank of 0…65,535 and a program. The part's controllers and its drum mode stay. If the bank
  /// does not have the preset, the usual fallback plays.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func selectPreset(bank: Int, program: Int, of part: Int) {
    takeBank()
    core.pointee.state.channels[part].program = UInt8(truncatingIfNeeded: program & 127)
    core.pointee.state.channels[part].address = Int32(truncatingIfNeeded: bank &<< 7 | program & 127)
    core.pointee.state.findPreset(part)
  }

  /// Deselects the part's preset: its notes are silent until the next program change.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func deselectPreset(of part: Int) {
    core.pointee.state.channels[part].preset = -1
    core.pointee.state.parts[part].missing = -1
  }

  /// The bank and program that were selected last.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func selectedPreset(of part: Int) -> (bank: Int, program: Int) {
    Self.preset(core.pointee.state.channels[part].address)
  }

  /// The bank and program of the preset that plays; nil if none does.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func playedPreset(of part: Int) -> (bank: Int, program: Int)? {
    takeBank()
    let address = core.pointee.state.playedAddress(part)
    return address < 0 ? nil : Self.preset(address)
  }

  private static func preset(_ address: Int32) -> (bank: Int, program: Int) {
    (Int(PresetAddress.bank(address)), Int(PresetAddress.program(address)))
  }

  /// Sets the offset that a part adds to a generator of its voices, in the generator's unit.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setGeneratorOffset(_ offset: Double, generator: Int, of part: Int) {
    guard generator >= 0, generator < Gen.count else { return }
    core.pointee.state.channels[part].shape.added[generator] = offset
    core.pointee.state.channels[part].overrides |= ChannelOverrides.changesGenerators
    core.pointee.state.markDirty(part)
  }

  /// The offset that a part adds to a generator of its voices.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func generatorOffset(_ generator: Int, of part: Int) -> Double {
    guard generator >= 0, generator < Gen.count else { return 0 }
    return core.pointee.state.channels[part].shape.added[generator]
  }

  /// Sets the offsets of a tuning program from equal temperament, in cents. Returns false if there is no room for
  /// another tuning program.
  ///
  /// - Parameter retunes: whether notes that already sound, in parts with this tuning program, are retuned.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setTuning(bank: UInt8, program: UInt8, cents: UnsafeBufferPointer<Double>, retunes: Bool)
    -> Bool
  {
    guard let table = core.pointee.state.tunings.makeTable(bank: bank, program: program) else { return false }
    for key in 0..<min(128, cents.count) { table[key] = cents[key] }
    core.pointee.state.noticeTuning(bank: bank, program: program, retunes: retunes)
    return true
  }

  /// The number of tuning programs that messages or the program have set since the last reset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func tuningCount() -> Int { core.pointee.state.tunings.count }

  /// Returns the bank, the program and the 128 offsets in cents of the tuning program with an index; the pointer is
  /// valid until the next call.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func tuning(at index: Int) -> (bank: UInt8, program: UInt8, cents: UnsafePointer<Double>) {
    let address = core.pointee.state.tunings.addresses[index]
    return (
      UInt8(truncatingIfNeeded: address &>> 7), UInt8(truncatingIfNeeded: address & 127),
      UnsafePointer(core.pointee.state.tunings.cents + index &* 128)
    )
  }

  /// Selects a part's tuning program; nil selects equal temperament.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func selectTuning(_ tuning: (bank: UInt8, program: UInt8)?, of part: Int, retunes: Bool) {
    // no tuning program has a bank above 127
    let (bank, program) = tuning ?? (bank: UInt8.max, program: 0)
    core.pointee.state.channels[part].tuning.bank = bank
    core.pointee.state.channels[part].tuning.program = program
    core.pointee.state.channels[part].overrides |= ChannelOverrides.isTuned
    if retunes { core.pointee.state.voices.tuningChanged(part) }
  }

  /// Sets the reverb, as system-exclusive messages do.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func set(_ reverb: ReverbSettings) {
    core.pointee.state.master.reverb.choose(reverb, level: reverb.level)
  }

  /// Sets the stereo width of the chorus, 0…10; 1 is the default. Resets keep it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func setChorusWidth(_ width: Float) { output.pointee.chorusWidth.width = width }

  /// Sets the chorus, as system-exclusive messages do.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func set(_ chorus: ChorusSettings) { core.pointee.state.master.chorus.settings = chorus }
}
