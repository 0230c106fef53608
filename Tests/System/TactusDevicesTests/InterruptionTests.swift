import TactusDevices
import TactusMIDI
import TactusRealtime
import TactusRender
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Interruptions of a driver: what arrives meanwhile plays, and delays nothing that follows.
@Suite struct InterruptionTests {
  private static let period = 256
  private let input = HostTimeInput(latency: InterruptionTests.period, longestLatency: 48_000)
  private let watch = DeviceWatch()
  private let take = TakeRecorder()

  /// A device that calls as usual, but late: the latency grows until further messages are in time.
  @Test func lateMessagesRaiseTheLatency() {
    let device = Device(input, take)
    for cycle in 0..<20 { device.render(at: 5_000_000_000 + NoteDevice.nanoseconds(cycle * Self.period)) }
    let time = 5_000_000_000 + NoteDevice.nanoseconds(20 * Self.period)
    input.send(ChannelMessage(status: 0x90, 60, 100), at: UInt64(time - 20_000_000))
    device.render(at: time)
    #expect(input.latency > 900 && input.latency < 1_000)
  }

  /// A driver that asks for several long cycles at once, and then pauses: these pauses are no interruptions.
  @Test func pausesThatRecurAreNotInterruptions() {
    let device = Device(input, take, period: 18 * Self.period)  // 96 ms
    for _ in 0..<4 {
      device.render()
      device.render()
      usleep(192_000)
      input.send(ChannelMessage(status: 0x90, 60, 100), at: UInt64(NoteDevice.now - 150_000_000))
    }
    #expect(input.latency > Self.period)
  }

  /// How a driver notices the interruption: by an underrun after which it fills its buffer, by its own clock, or not at
  /// all.
  enum Report: CaseIterable { case underrun, resumption, none }

  @Test(arguments: Report.allCases) func anInterruptionDoesNotRaiseTheLatency(report: Report) {
    let device = Device(input, take)
    for _ in 0..<3 { device.render() }
    usleep(150_000)
    let now = NoteDevice.now
    for milliseconds in [140, 90, 10] as [Int64] {
      input.send(ChannelMessage(status: 0x90, 60, 100), at: UInt64(now - milliseconds * 1_000_000))
    }
    switch report {
    case .underrun: device.memory.renderer.pointee.beginPrefill(4 * Self.period)
    case .resumption: device.memory.renderer.pointee.resume(watch.underruns)
    case .none: break
    }
    for _ in 0..<8 { device.render() }
    #expect(input.latency == Self.period)
    #expect(take.events().count == 3)
  }

  /// A device without a player.
  private final class Device {
    let memory: DeviceMemory
    private let left: UnsafeMutablePointer<Float>
    private let period: Int

    init(_ input: HostTimeInput, _ take: TakeRecorder, period: Int = InterruptionTests.period) {
      left = .allocate(capacity: 2 * period)
      self.period = period
      memory = DeviceMemory(sampleRate: 48_000, capacity: period, input: input)
      memory.record(into: take)
    }

    deinit { left.deallocate() }

    /// Renders a cycle at a time in nanoseconds; without one, now.
    func render(at time: Int64? = nil) {
      memory.renderer.pointee.render(period, left, left + period, hostTime: time)
    }
  }
}
