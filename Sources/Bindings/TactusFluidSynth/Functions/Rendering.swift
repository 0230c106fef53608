import CFluidSynth
import Tactus

// Functions that render into the program's buffers.

/// A channel of a program's interleaved or planar buffer: the first sample, and the distance between two.
private struct OutputChannel<Sample> {
  let first: UnsafeMutablePointer<Sample>
  let step: Int

  init?(_ buffer: UnsafeMutableRawPointer?, _ offset: Int32, _ step: Int32) {
    guard let buffer else { return nil }
    first = buffer.assumingMemoryBound(to: Sample.self) + Int(offset)
    self.step = Int(step)
  }

  func write(_ samples: UnsafeMutablePointer<Float>, _ count: Int, at start: Int, _ convert: (Float) -> Sample) {
    var target = first + start * step
    for index in 0..<count {
      target.pointee = convert(samples[index])
      target += step
    }
  }
}

private func write<Sample>(
  _ synth: OpaquePointer?, _ count: Int32, _ left: OutputChannel<Sample>?, _ right: OutputChannel<Sample>?,
  _ convert: (Float) -> Sample
) -> Int32 {
  call(synth) { synth in
    guard count >= 0, let left, let right else { return false }
    synth.render(Int(count)) { start, leftSamples, rightSamples, count in
      left.write(leftSamples, count, at: start, convert)
      right.write(rightSamples, count, at: start, convert)
    }
    return true
  }
}

@_cdecl("fluid_synth_write_float")
package func fluid_synth_write_float(
  _ synth: OpaquePointer?, _ count: Int32, _ left: UnsafeMutableRawPointer?, _ leftOffset: Int32, _ leftStep: Int32,
  _ right: UnsafeMutableRawPointer?, _ rightOffset: Int32, _ rightStep: Int32
) -> Int32 {
  write(
    synth, count, OutputChannel<Float>(left, leftOffset, leftStep), OutputChannel<Float>(right, rightOffset, rightStep)
  ) { $0 }
}

/// Writes 16-bit samples, rounded to the nearest value and clipped.
@_cdecl("fluid_synth_write_s16")
package func fluid_synth_write_s16(
  _ synth: OpaquePointer?, _ count: Int32, _ left: UnsafeMutableRawPointer?, _ leftOffset: Int32, _ leftStep: Int32,
  _ right: UnsafeMutableRawPointer?, _ rightOffset: Int32, _ rightStep: Int32
) -> Int32 {
  write(
    synth, count, OutputChannel<Int16>(left, leftOffset, leftStep), OutputChannel<Int16>(right, rightOffset, rightStep)
  ) {
    Int16(min(32_767, max(-32_768, ($0 * 32_766).rounded(.toNearestOrEven))))
  }
}

/// Writes the mix to the first left and right buffer, and silence to the others.
@_cdecl("fluid_synth_nwrite_float")
package func fluid_synth_nwrite_float(
  _ synth: OpaquePointer?, _ count: Int32, _ left: UnsafePointer<UnsafeMutablePointer<Float>?>?,
  _ right: UnsafePointer<UnsafeMutablePointer<Float>?>?, _ effectsLeft: UnsafePointer<UnsafeMutablePointer<Float>?>?,
  _ effectsRight: UnsafePointer<UnsafeMutablePointer<Float>?>?
) -> Int32 {
  guard let left, let right, count >= 0 else { return failed }
  let pairs = Int(fluid_synth_count_audio_channels(synth))
  for index in 1..<max(1, pairs) {
    left[index]?.update(repeating: 0, count: Int(count))
    right[index]?.update(repeating: 0, count: Int(count))
  }
  for index in 0..<2 {
    effectsLeft?[index]?.update(repeating: 0, count: Int(count))
    effectsRight?[index]?.update(repeating: 0, count: Int(count))
  }
  return fluid_synth_write_float(synth, count, left[0], 0, 1, right[0], 0, 1)
}

/// Adds the mix, effects included, to the first two buffers; the other buffers are unchanged.
@_cdecl("fluid_synth_process")
package func fluid_synth_process(
  _ synth: OpaquePointer?, _ count: Int32, _ effectCount: Int32,
  _ effects: UnsafePointer<UnsafeMutablePointer<Float>?>?,
  _ outputCount: Int32, _ outputs: UnsafePointer<UnsafeMutablePointer<Float>?>?
) -> Int32 {
  call(synth) { synth in
    let (mostOutputs, mostEffects) = (Int32(2 * synth.audioChannels), Int32(4 * synth.effectsGroups))
    guard count >= 0, (0...mostOutputs).contains(outputCount), outputCount % 2 == 0,
      (0...mostEffects).contains(effectCount), effectCount % 2 == 0, outputCount == 0 || outputs != nil,
      effectCount == 0 || effects != nil
    else { return false }
    let left = outputCount > 0 ? outputs?[0] : nil
    let right = outputCount > 0 ? outputs?[1] : nil
    synth.render(Int(count)) { start, leftSamples, rightSamples, count in
      for index in 0..<count {
        left?[start + index] += leftSamples[index]
        right?[start + index] += rightSamples[index]
      }
    }
    return true
  }
}
