import Synchronization
import TactusDevices
import TactusRealtime
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The thread of an ALSA device, and MIDI beside its audio.
@Suite final class ALSAWriterTests {
  private static let period = NoteDevice.period
  private static let buffer = NoteDevice.buffer

  private let pcm = SimulatedPCM()
  private let watch = DeviceWatch()
  private let stop = SharedWords(0)
  private let bytes = UnsafeMutableRawPointer.allocate(byteCount: 8 * NoteDevice.period + 16, alignment: 64)
  private let device: NoteDevice

  init() throws { device = try NoteDevice(step: Self.period) }

  deinit { bytes.deallocate() }

  /// Plays until `stop` is set. Returns the result.
  private func run() -> Int {
    var writer = ALSAWriter(
      functions: pcm.functions, pcm: pcm.handle, renderer: device.memory.renderer, period: Self.period,
      bufferFrames: Self.buffer, format: .float, bytes: bytes, underruns: watch.underruns, stop: stop[0])
    return writer.run()
  }

  /// Expects that notes are sent a number of periods after a moment that lies within a range.
  private func check(_ times: ArraySlice<Int64>, after moment: ClosedRange<Int64>, periods first: Int) {
    for (index, time) in times.enumerated() {
      let start = time - NoteDevice.nanoseconds((first + index) * Self.period)
      #expect(start >= moment.lowerBound - 2 && start <= moment.upperBound + 2, "note \(index)")
    }
  }

  /// The device starts when its buffer is full, and the first note is sent then.
  @Test func theFirstMessageIsSentWhenTheDeviceStarts() {
    var written = 0
    var full: Int64 = 0
    pcm.write = { [stop] count in
      written += count
      if written == Self.buffer {
        full = NoteDevice.now
        stop[0].pointee.store(1, ordering: .releasing)
      }
      return count
    }
    let begin = NoteDevice.now
    #expect(run() == 0)
    let times = device.takeNotes()
    #expect(times.count == 8)
    check(times[...], after: begin...max(begin, full), periods: 0)
  }

  /// After an underrun, the rest of the cycle is the first to fill the buffer, and the device starts again.
  @Test func messagesAfterAnUnderrunAreSentWithTheirSound() {
    var (written, underrun, full) = (0, Int64(0), Int64(0))
    pcm.write = { [stop] count in
      // the eleventh cycle
      if written == 10 * Self.period, underrun == 0 { return -Int(EPIPE) }
      written += count
      if written == 10 * Self.period + Self.buffer {
        full = NoteDevice.now
        stop[0].pointee.store(1, ordering: .releasing)
      }
      return count
    }
    pcm.recover = { underrun = NoteDevice.now }
    #expect(run() == 0)
    #expect(watch.underrunCount == 1)
    let times = device.takeNotes()
    #expect(times.count == 18 && underrun > 0)
    check(times.dropFirst(11), after: underrun...max(underrun, full), periods: 1)
  }

  /// A device that starts again and again without taking a frame ends playback.
  @Test func aDeviceThatTakesNothingIsGivenUp() {
    pcm.write = { _ in -Int(EPIPE) }
    #expect(run() == -Int(EPIPE))
    #expect(watch.underrunCount > 0)
  }
}
