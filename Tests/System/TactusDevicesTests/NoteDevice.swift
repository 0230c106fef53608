import TactusDevices
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRender
import TactusSynth
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A device at 48 kHz with a buffer of eight cycles, and a song of twenty notes on a MIDI output beside the audio.
final class NoteDevice {
  static let period = 1_024
  static let buffer = 8 * period

  let output = HostTimeOutput(compensation: NoteDevice.buffer)
  let memory: DeviceMemory
  private let left = UnsafeMutablePointer<Float>.allocate(capacity: 2 * NoteDevice.period)

  /// - Parameter step: the number of frames from note to note.
  init(step: Int) throws {
    var track = MIDIFile.Track()
    for note in 0..<20 {
      track.append(.noteOn(60), at: Int64(note * step))
      track.append(.noteOff(60), at: Int64(note * step + step / 2))
    }
    track.endTick = Int64(20 * step)
    // a tick is a frame
    let file = MIDIFile(format: .single, division: .ticksPerQuarter(24_000), tracks: [track])
    var settings = BounceSettings()
    settings.synth = .dry
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings)
    let player = try SongPlayer(bouncer, hasSound: false, sendsMIDI: true)
    memory = DeviceMemory(sampleRate: 48_000, capacity: NoteDevice.period, input: HostTimeInput(), output: output)
    memory.render(.song(player.core), keeping: player)
    player.play()
  }

  deinit { left.deallocate() }

  /// Renders a cycle at a time in nanoseconds.
  func render(at time: Int64) { memory.renderer.pointee.render(Self.period, left, left + Self.period, hostTime: time) }

  /// The times of the notes sent since the last call.
  func takeNotes() -> [Int64] {
    var times: [Int64] = []
    while let message = output.take() {
      if message.message.startsNote { times.append(Int64(clamping: message.hostTime)) }
    }
    return times
  }

  /// The duration of frames in nanoseconds.
  static func nanoseconds(_ frames: Int) -> Int64 { Int64(frames) * 1_000_000_000 / 48_000 }

  /// The time of the machine's monotonic clock in nanoseconds.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
