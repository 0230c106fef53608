import Tactus

/// The callback of a driver on its audio thread. All memory is allocated before the first call.
final class Callback {
  private let sampler: Sampler
  private var firstFrame: Int64 = 0

  init(_ sampler: Sampler) { self.sampler = sampler }

  /// - Thread: audio
  func render(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
    let cycle = RenderCycle(firstFrame: firstFrame, frameCount: frameCount)
    let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frameCount)
    sampler.render(cycle, events: EventList(start: nil, count: 0), into: block)
    firstFrame += Int64(frameCount)
  }
}

let sampler = try Sampler(sampleRate: 48_000)
sampler.publish(try SoundBank(SoundFont(Builtins.bank)))
sampler.set(PartProgram(program: 11), of: 0)
let callback = Callback(sampler)
