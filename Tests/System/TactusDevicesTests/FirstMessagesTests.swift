import TactusDevices
import TactusRender
import TactusTime
import Testing

/// MIDI outputs beside audio: each message is sent when its frame is heard, from the first one on.
@Suite struct FirstMessagesTests {
  private static let period = NoteDevice.period
  private static let buffer = NoteDevice.buffer
  /// The number of frames from note to note.
  private static let step = 2_400
  private static let start: Int64 = 5_000_000_000

  /// The buffer is filled at once, and the device then plays its first frame.
  @Test func theFirstMessageIsSentWithItsSound() throws {
    let device = try NoteDevice(step: Self.step)
    device.memory.renderer.pointee.beginPrefill(Self.buffer)
    for cycle in 0..<8 { device.render(at: Self.start + Int64(cycle) * 100_000) }
    let heard = Self.start + 1_000_000
    for cycle in 0..<40 { device.render(at: heard + NoteDevice.nanoseconds(cycle * Self.period)) }
    let times = device.takeNotes()
    #expect(times.count == 20)
    for (note, time) in times.enumerated() {
      let late = time - heard - NoteDevice.nanoseconds(note * Self.step)
      #expect(abs(late) <= 1_100_000, "note \(note) is \(late) ns late")
    }
  }

  /// After an underrun, the device fills its buffer and starts again.
  @Test func anUnderrunStartsAnew() throws {
    let device = try NoteDevice(step: Self.step)
    device.memory.renderer.pointee.beginPrefill(Self.buffer)
    for _ in 0..<8 { device.render(at: Self.start) }
    for cycle in 0..<10 { device.render(at: Self.start + NoteDevice.nanoseconds(cycle * Self.period)) }
    _ = device.takeNotes()
    let first = 18 * Self.period
    let again = Self.start + 3_000_000_000
    device.memory.renderer.pointee.beginPrefill(Self.buffer)
    for _ in 0..<8 { device.render(at: again) }
    for cycle in 0..<20 { device.render(at: again + NoteDevice.nanoseconds(cycle * Self.period)) }
    let notes = (0..<20).filter { $0 * Self.step >= first }
    let times = device.takeNotes()
    #expect(times.count == notes.count)
    for (note, time) in zip(notes, times) {
      let late = time - again - NoteDevice.nanoseconds(note * Self.step - first)
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
