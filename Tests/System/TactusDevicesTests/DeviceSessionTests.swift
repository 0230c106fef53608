import Synchronization
import TactusDevices
import TactusRender
import Testing

/// Sessions, whatever their driver.
@Suite struct DeviceSessionTests {
  /// A stream that never asks for frames.
  private final class StillStream: DeviceStream {
    let driver = AudioDriver.silent
    let device: String? = nil
    let sampleRate = 48_000
    let period: Int
    let watch = DeviceWatch()
    var bufferFrames: Int { 4 * period }

    init(period: Int) { self.period = period }

    func start(_ renderer: UnsafeMutablePointer<DeviceRenderer>) throws(DeviceError) {}
    func stop() {}
  }

  /// An input outlives its sessions: the latency that a slow device has needed does not delay the next one.
  @Test func aSessionLeavesTheLatencyOfItsInput() throws {
    let input = HostTimeInput(latency: 100, longestLatency: 48_000)
    for period in [1_024, 256, 64] {
      let session = DeviceSession(StillStream(period: period), capacity: period, input: input, output: nil)
      try session.start()
      #expect(input.latency == max(100, period))
      // as late messages do
      input.latency = 9_000
      session.stop()
      #expect(input.latency == 100)
    }
  }

  /// A session that replaces another one is made before that one ends.
  @Test func aSessionThatIsReplacedChangesNothing() throws {
    let input = HostTimeInput()
    var session = DeviceSession(StillStream(period: 1_024), capacity: 1_024, input: input, output: nil)
    try session.start()
    session = DeviceSession(StillStream(period: 256), capacity: 256, input: input, output: nil)
    try session.start()
    #expect(input.latency == 256)
    session.stop()
    #expect(input.latency == 0)
  }

  @Test func theLatencyIsWhatTheServerReports() {
    let stream = StillStream(period: 512)
    let session = DeviceSession(stream, capacity: 512, input: nil, output: nil)
    #expect(session.bufferedSeconds == 2_048.0 / 48_000)
    stream.watch.soundLatencyWord.pointee.store(300_000_000, ordering: .relaxed)
    #expect(session.bufferedSeconds == 0.3)
  }
}
