import CFluidSynth
import Tactus

// Functions of tuning programs.

/// Creates or changes a tuning program.
private func tune(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ retunes: Int32,
  _ change: (inout TuningTable.Tuning) -> Void
) -> Int32 {
  call(synth) { synth in
    guard let address = TuningTable.Address(bank, program) else { return false }
    return synth.change(tuning: address, retunes: retunes != 0, change)
  }
}

@_cdecl("fluid_synth_activate_key_tuning")
package func fluid_synth_activate_key_tuning(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ name: UnsafePointer<CChar>?,
  _ pitches: UnsafePointer<Double>?, _ retunes: Int32
) -> Int32 {
  guard let name else { return failed }
  return tune(synth, bank, program, retunes) {
    $0 = TuningTable.Tuning(name: String(cString: name))
    if let pitches { $0.pitches = (0..<128).map { pitches[$0] } }
  }
}

@_cdecl("fluid_synth_activate_octave_tuning")
package func fluid_synth_activate_octave_tuning(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ name: UnsafePointer<CChar>?,
  _ pitches: UnsafePointer<Double>?, _ retunes: Int32
) -> Int32 {
  guard let name, let pitches else { return failed }
  return tune(synth, bank, program, retunes) {
    $0 = TuningTable.Tuning(name: String(cString: name))
    for key in 0..<128 { $0.pitches[key] = Double(key) * 100 + pitches[key % 12] }
  }
}

@_cdecl("fluid_synth_tune_notes")
package func fluid_synth_tune_notes(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ count: Int32, _ keys: UnsafePointer<Int32>?,
  _ pitches: UnsafePointer<Double>?, _ retunes: Int32
) -> Int32 {
  guard count > 0, let keys, let pitches else { return failed }
  return tune(synth, bank, program, retunes) {
    for index in 0..<Int(count) where isData(keys[index]) { $0.pitches[Int(keys[index])] = pitches[index] }
  }
}

@_cdecl("fluid_synth_activate_tuning")
package func fluid_synth_activate_tuning(
  _ synth: OpaquePointer?, _ channel: Int32, _ bank: Int32, _ program: Int32, _ retunes: Int32
) -> Int32 {
  call(synth, channel: channel) { synth, channel in
    guard let address = TuningTable.Address(bank, program) else { return false }
    return synth.select(tuning: address, of: channel, retunes: retunes != 0)
  }
}

@_cdecl("fluid_synth_deactivate_tuning")
package func fluid_synth_deactivate_tuning(_ synth: OpaquePointer?, _ channel: Int32, _ retunes: Int32) -> Int32 {
  call(synth, channel: channel) { synth, channel in synth.select(tuning: nil, of: channel, retunes: retunes != 0) }
}

@_cdecl("fluid_synth_tuning_iteration_start")
package func fluid_synth_tuning_iteration_start(_ synth: OpaquePointer?) {
  _ = call(synth) { synth in
    synth.withLock { synth.tunings.iteration = synth.tunings.addresses[...] }
    return true
  }
}

/// Returns 1 and a tuning program's address, or 0 at the end.
@_cdecl("fluid_synth_tuning_iteration_next")
package func fluid_synth_tuning_iteration_next(
  _ synth: OpaquePointer?, _ bank: UnsafeMutablePointer<Int32>?, _ program: UnsafeMutablePointer<Int32>?
) -> Int32 {
  let isFound = call(synth) { synth in
    guard let bank, let program, let next = synth.withLock({ synth.tunings.iteration.popFirst() }) else { return false }
    (bank.pointee, program.pointee) = (Int32(next.bank), Int32(next.program))
    return true
  }
  return isFound == ok ? 1 : 0
}

@_cdecl("fluid_synth_tuning_dump")
package func fluid_synth_tuning_dump(
  _ synth: OpaquePointer?, _ bank: Int32, _ program: Int32, _ name: UnsafeMutablePointer<CChar>?, _ length: Int32,
  _ pitches: UnsafeMutablePointer<Double>?
) -> Int32 {
  call(synth) { synth in
    guard let address = TuningTable.Address(bank, program), let tuning = synth.withLock({ synth.tunings[address] })
    else { return false }
    if let name { copy(tuning.name, to: name, Int(length)) }
    if let pitches { for key in 0..<128 { pitches[key] = tuning.pitches[key] } }
    return true
  }
}

/// Copies a text into a buffer of `length` bytes; a longer text is truncated.
private func copy(_ text: String, to room: UnsafeMutablePointer<CChar>, _ length: Int) {
  guard length > 0 else { return }
  var count = 0
  for byte in text.utf8.prefix(length - 1) {
    room[count] = CChar(bitPattern: byte)
    count += 1
  }
  room[count] = 0
}
