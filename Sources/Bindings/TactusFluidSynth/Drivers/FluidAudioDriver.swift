import CFluidSynth
import Tactus
import TactusJACK

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
}

/// An audio driver: plays from its creation until it is freed.
final class FluidAudioDriver: PointedObject {
  private enum Output {
    case jack(JACKOutput)
    case file(FileOutput)
  }

  private let output: Output

  /// The values of the setting `audio.driver` for which there is a driver.
  static var names: [String] { ["file", "jack"] }

  /// Starts the driver of the setting `audio.driver`. Throws if there is no such driver, or if it cannot start.
  init(_ settings: FluidSettings, _ source: AudioSource) throws {
    switch settings.string("audio.driver") {
    case "jack", "": output = .jack(try JACKOutput(settings, source))
    case "file":
      guard case .synth(let synth) = source else {
        throw FluidError("audio.driver", "file plays a synthesizer only; use jack")
      }
      output = .file(try FileOutput(synth))
    case let name:
      throw FluidError("audio.driver", "there is no driver \(name ?? "without a name"); use jack or file")
    }
  }

  /// Stops the driver; after the return, none of its threads is running.
  func stop() {
    switch output {
    case .jack(let output): output.stop()
    case .file(let output): output.stop()
    }
  }
}
