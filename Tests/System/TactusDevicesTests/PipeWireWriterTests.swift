import CPipeWire
import Synchronization
import TactusDevices
import TactusRealtime
import Testing

/// The process callback of a PipeWire stream, and MIDI beside its audio.
@Suite struct PipeWireWriterTests {
  private static let period = NoteDevice.period

  private let server = SimulatedPipeWire(frames: PipeWireWriterTests.period)
  private let watch = DeviceWatch()
  private let address = SharedWords(0)
  private let device: NoteDevice

  init() throws {
    device = try NoteDevice(step: Self.period)
    address[0].pointee.store(Int(bitPattern: device.memory.renderer), ordering: .relaxed)
    watch.set(sampleRate: 48_000)
  }

  private func makeWriter() -> PipeWireWriter {
    PipeWireWriter(
      functions: server.functions, stream: server.stream, renderer: address[0], underruns: watch.underruns,
      latency: watch.soundLatencyWord, sampleRate: watch.sampleRateWord)
  }

  /// Sets the server's clock to the present.
  ///
  /// - Parameter delay: the delay of the output, in frames.
  private func begin(delay: Int64, buffered: UInt64 = 0) {
    server.time.rate = spa_fraction(num: 1, denom: 48_000)
    (server.time.ticks, server.time.delay, server.time.buffered) = (48_000, delay, buffered)
    server.time.now = NoteDevice.now
  }

  private func advance(cycles: Int = 1) {
    server.time.ticks += UInt64(cycles * Self.period)
    server.time.now += NoteDevice.nanoseconds(cycles * Self.period)
  }

  /// A message is sent when its frame is heard, whatever period was requested. An output without a delay plays a cycle
  /// after the start of the cycle.
  @Test(arguments: [(4_800, 100, 4_900), (0, 0, NoteDevice.period)] as [(Int64, UInt64, Int)])
  func theServerSaysWhenAFrameIsHeard(delay: Int64, buffered: UInt64, frames: Int) {
    begin(delay: delay, buffered: buffered)
    var writer = makeWriter()
    let heard = server.time.now + NoteDevice.nanoseconds(frames)
    for cycle in 0..<10 {
      writer.process()
      let times = device.takeNotes()
      #expect(times.count == 1)
      for time in times { #expect(abs(time - heard - NoteDevice.nanoseconds(cycle * Self.period)) <= 1_000) }
      advance()
    }
    #expect(watch.soundLatency > 0 && watch.underrunCount == 0)
  }

  /// The latency that is reported is that of the last frame of a cycle.
  @Test func theLatencyIsThatOfTheLastFrame() {
    begin(delay: 48_000)
    let start = server.time.now
    var writer = makeWriter()
    writer.process()
    let longest = 1_000_000_000 + NoteDevice.nanoseconds(Self.period)
    #expect(watch.soundLatency <= Int(longest) + 2)
    #expect(watch.soundLatency >= Int(longest - (NoteDevice.now - start)) - 2)
  }

  /// After cycles without the stream, the next message is sent with its sound, too.
  @Test func missedCyclesAreAnUnderrun() {
    begin(delay: 4_800)
    // two seconds pass
    server.time.now -= 3_000_000_000
    let start = server.time.now
    var writer = makeWriter()
    for _ in 0..<3 {
      writer.process()
      advance()
    }
    _ = device.takeNotes()
    advance(cycles: 100)
    writer.process()
    #expect(watch.underrunCount == 1)
    let heard = start + NoteDevice.nanoseconds(103 * Self.period + 4_800)
    for time in device.takeNotes() { #expect(abs(time - heard) <= 1_000) }
  }
}
