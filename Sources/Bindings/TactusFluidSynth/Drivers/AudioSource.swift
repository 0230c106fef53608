import CFluidSynth
import Tactus

/// The source of an audio driver's audio: a synthesizer, or a function of the program.
enum AudioSource {
  case synth(FluidSynth)
  case function(fluid_audio_func_t, UnsafeMutableRawPointer?)

  /// Fills two buffers with the next frames.
  func render(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ frames: Int) {
    switch self {
    case .synth(let synth):
      synth.render(frames) { start, leftSamples, rightSamples, count in
        (left + start).update(from: leftSamples, count: count)
        (right + start).update(from: rightSamples, count: count)
      }
    case .function(let function, let data):
      left.update(repeating: 0, count: frames)
      right.update(repeating: 0, count: frames)
      withUnsafeTemporaryAllocation(of: UnsafeMutablePointer<Float>?.self, capacity: 2) { outputs in
        _ = outputs.initialize(from: [left, right])
        _ = function(data, Int32(frames), 0, nil, 2, outputs.baseAddress)
      }
    }
  }

  /// The sample rate at which the source renders: the synthesizer's, or that of the settings.
  func sampleRate(_ settings: FluidSettings) -> Int {
    switch self {
    case .synth(let synth): synth.withLock { synth.sampleRate }
    case .function: Int((settings.number("synth.sample-rate") ?? 44_100).rounded())
    }
  }

  /// Sets the sample rate of a synthesizer to that of the device. A callback of the program renders at a rate that
  /// nobody else can change, so a warning is logged instead.
  ///
  /// - Parameters:
  ///   - rate: the present rate of the source, in frames per second.
  ///   - deviceRate: the rate of the device, in frames per second.
  func adapt(from rate: Int, to deviceRate: Int) {
    switch self {
    case .synth(let synth): synth.set(sampleRate: deviceRate)
    case .function:
      log(
        FLUID_WARN,
        "the device plays \(deviceRate) frames per second, not \(rate), so the pitch will be wrong; "
          + "set synth.sample-rate to \(deviceRate)")
    }
  }
}
