import TactusDevices
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// MIDI outputs beside audio: each message is sent when its frame is heard, from the first one on.
@Suite struct FirstMessagesTests {
  private static let period = 1_024
  private static let buffer = 8 * period
  /// The number of frames from note to note.
  private static let step = 2_400
  private static let start: Int64 = 5_000_000_000

  /// A device with a buffer of 171 ms, and a song with a note every 50 ms.
  private struct Device {
    let output = HostTimeOutput(compensation: FirstMessagesTests.buffer)
    let memory: DeviceMemory
    private let left = UnsafeMutablePointer<Float>.allocate(capacity: 2 * FirstMessagesTests.period)

    init() throws {
      var track = MIDIFile.Track()
      for note in 0..<20 {
        track.append(.noteOn(60), at: Int64(note * FirstMessagesTests.step))
        track.append(.noteOff(60), at: Int64(note * FirstMessagesTests.step + 1_000))
      }
      track.endTick = 48_000
      // a tick is a frame
      let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
      var settings = BounceSettings()
      settings.synth = .dry
      let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings)
      let player = try SongPlayer(bouncer, hasSound: false, sendsMIDI: true)
      memory = DeviceMemory(
        sampleRate: 48_000, capacity: FirstMessagesTests.period, input: HostTimeInput(), output: output)
      memory.render(.song(player.core), keeping: player)
      player.play()
    }

    /// Renders a cycle at a time in nanoseconds.
    func render(at time: Int64) {
      let count = FirstMessagesTests.period
      memory.renderer.pointee.render(count, left, left + count, hostTime: time)
    }

    /// The times of the notes sent so far.
    func takeNotes() -> [Int64] {
      var times: [Int64] = []
      while let message = output.take() {
        if message.message.startsNote { times.append(Int64(clamping: message.hostTime)) }
      }
      return times
    }

    func free() { left.deallocate() }
  }

  private static func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / 48_000 }

  /// The buffer is filled at once, and the device then plays its first frame.
  @Test func theFirstMessageIsSentWithItsSound() throws {
    let device = try Device()
    defer { device.free() }
    device.memory.renderer.pointee.beginPrefill(Self.buffer)
    for cycle in 0..<8 { device.render(at: Self.start + Int64(cycle) * 100_000) }
    let heard = Self.start + 1_000_000
    for cycle in 0..<40 { device.render(at: heard + Self.nanoseconds(cycle * Self.period)) }
    let times = device.takeNotes()
    #expect(times.count == 20)
    for (note, time) in times.enumerated() {
      let late = time - heard - Self.nanoseconds(note * Self.step)
      #expect(abs(late) <= 1_100_000, "note \(note) is \(late) ns late")
    }
  }

  /// After an underrun, the device fills its buffer and starts again.
  @Test func anUnderrunStartsAnew() throws {
    let device = try Device()
    defer { device.free() }
    device.memory.renderer.pointee.beginPrefill(Self.buffer)
    for _ in 0..<8 { device.render(at: Self.start) }
    for cycle in 0..<10 { device.render(at: Self.start + Self.nanoseconds(cycle * Self.period)) }
    _ = device.takeNotes()
    let first = 18 * Self.period
    let again = Self.start + 3_000_000_000
    device.memory.renderer.pointee.beginPrefill(Self.buffer)
    for _ in 0..<8 { device.render(at: again) }
    for cycle in 0..<20 { device.render(at: again + Self.nanoseconds(cycle * Self.period)) }
    let notes = (0..<20).filter { $0 * Self.step >= first }
    let times = device.takeNotes()
    #expect(times.count == notes.count)
    for (note, time) in zip(notes, times) {
      let late = time - again - Self.nanoseconds(note * Self.step - first)
      #expect(abs(late) <= 100_000, "note \(note) is \(late) ns late")
    }
  }

  /// A stamp of the present time that is far from the line anchors the clock; of other stamps it is unknown which is
  /// wrong.
  @Test func aFarStampOfThePresentAnchorsTheClock() {
    let memory = CycleClockMemory(sampleRate: 48_000, timeBase: .nanoseconds)
    for isPresent in [false, true] {
      var clock = memory.cycleClock
      clock.reset()
      for cycle in 0..<4 {
        clock.begin(HostStamp(frame: Int64(cycle * 480), hostTime: Int64(cycle) * 10_000_000), isPresent: isPresent)
      }
      clock.begin(HostStamp(frame: 1_920, hostTime: 2_000_000_000), isPresent: isPresent)
      #expect(clock.clock.isAnchored == isPresent)
      if isPresent { #expect(clock.clock.hostTime(atFrame: 1_968) == 2_001_000_000) }
    }
  }
}
