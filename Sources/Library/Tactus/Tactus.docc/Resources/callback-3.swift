import Tactus

/// The callback of a driver on its audio thread. All memory is allocated before the first call.
final class Callback {
  /// The producer of the queue, for the thread that reads the keyboard.
  let notes: RingProducer<ChannelMessage>
  private let queue = RingQueue<ChannelMessage>(capacity: 256)
  private let memory = HostEventPortMemory()
  private var port: HostEventPort
  private let sampler: Sampler
  private var firstFrame: Int64 = 0

  init(_ sampler: Sampler) {
    self.sampler = sampler
    notes = queue.producer
    port = memory.port
  }

  /// - Thread: audio
  func render(_ channels: UnsafePointer<UnsafeMutablePointer<Float>>, frameCount: Int) {
    let cycle = RenderCycle(firstFrame: firstFrame, frameCount: frameCount)
    port.begin(cycle)
    while let message = queue.consumer.pop() { port.receive(message, at: HostEventTime.immediate) }
    let block = AudioBlock(channels: channels, channelCount: 2, frameCount: frameCount)
    sampler.render(cycle, events: port.end(), into: block)
    firstFrame += Int64(frameCount)
  }
}

let sampler = try Sampler(sampleRate: 48_000)
sampler.publish(try SoundBank(SoundFont(Builtins.bank)))
sampler.set(PartProgram(program: 11), of: 0)
let callback = Callback(sampler)
