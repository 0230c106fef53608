import CFluidSynth

// Helpers for the functions of the interface, which return FLUID_OK or FLUID_FAILED.

let ok = Int32(FLUID_OK)
let failed = Int32(FLUID_FAILED)

/// Returns FLUID_OK if a function has succeeded, otherwise FLUID_FAILED.
func result(_ isDone: Bool) -> Int32 { isDone ? ok : failed }

/// Runs the body of a function of a synthesizer; fails if the pointer is NULL.
func call(_ synth: OpaquePointer?, _ body: (FluidSynth) -> Bool) -> Int32 {
  guard let synth = FluidSynth.object(synth) else { return failed }
  return result(body(synth))
}

/// Runs the body of a function of a channel, under the lock; fails if there is no such channel.
func call(_ synth: OpaquePointer?, channel: Int32, _ body: (FluidSynth, Int) -> Bool) -> Int32 {
  guard let synth = FluidSynth.object(synth), channel >= 0, channel < synth.channelCount else { return failed }
  return synth.withLock { result(body(synth, Int(channel))) }
}

/// Runs the body of a function that sends a message to a channel or reads what messages have set, under the lock; fails
/// if there is no such channel, or if the channel is disabled.
func callEnabled(_ synth: OpaquePointer?, channel: Int32, _ body: (FluidSynth, Int) -> Bool) -> Int32 {
  call(synth, channel: channel) { synth, channel in synth.basicChannels[channel] != nil && body(synth, channel) }
}

/// Runs the body of a function of one channel, or of all if the number is −1.
func callEach(_ synth: OpaquePointer?, channel: Int32, _ body: (FluidSynth, Int) -> Void) -> Int32 {
  call(synth) { synth in
    guard channel >= -1, Int(channel) < synth.channelCount else { return false }
    synth.withLock {
      for index in channel < 0 ? 0..<synth.channelCount : Int(channel)..<Int(channel) + 1 { body(synth, index) }
    }
    return true
  }
}

/// Whether a number is a MIDI data byte.
func isData(_ value: Int32) -> Bool { (0..<128).contains(value) }

/// Passes a message to the program's log function.
func log(_ level: Int, _ text: String) { cfluidsynth_log(Int32(level), text) }
