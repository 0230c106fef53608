import CJACK
import Synchronization
import TactusJACK

/// Records the input of a MIDI port and two audio ports, with frames from its own count of cycles, which is the same
/// for all clients if the server waits for them.
///
/// All memory is allocated at the start; further input is dropped and counted.
final class Recorder: @unchecked Sendable {  // written by the process callback while it runs, read afterwards
  struct Event {
    var frame: Int64
    var size: UInt32
    var bytes: (UInt8, UInt8, UInt8, UInt8)
  }

  let functions: UnsafePointer<ctactus_jack_functions>
  let client: JACKClient
  let midi, left, right: OpaquePointer
  let events: UnsafeMutablePointer<Event>
  let onsets: UnsafeMutablePointer<Int64>
  let audio: UnsafeMutablePointer<Float>
  let audioCapacity: Int
  static let capacity = 1 << 20
  var eventCount = 0
  var onsetCount = 0
  var lost = 0
  /// The frames by which the server advanced without calling the client.
  var missed = 0
  private var serverFrame: UInt32 = 0
  /// The recorded audio frames, starting with the first that is not silent.
  var audioFrames = 0
  /// Frames rendered.
  let frame = Atomic(0)
  /// The number of silent frames so far; a sound counts as a new one only after some silence.
  var silence = Recorder.gap
  static let gap = 100

  init(
    _ functions: UnsafePointer<ctactus_jack_functions>, _ client: JACKClient, midi: OpaquePointer,
    left: OpaquePointer, right: OpaquePointer, audioFrames: Int
  ) {
    (self.functions, self.client, self.midi, self.left, self.right) = (functions, client, midi, left, right)
    events = .allocate(capacity: Self.capacity)
    onsets = .allocate(capacity: Self.capacity)
    audioCapacity = audioFrames
    audio = .allocate(capacity: max(1, 2 * audioFrames))
    audio.initialize(repeating: 0, count: max(1, 2 * audioFrames))
  }

  func process(_ frames: UInt32) {
    let first = frame.load(ordering: .relaxed)
    let now = client.frameTime
    if first > 0 { missed += max(0, Int(Int32(bitPattern: now &- serverFrame))) }
    serverFrame = now &+ frames
    if let buffer = ctactus_jack_buffer(functions, midi, frames) {
      for index in 0..<ctactus_jack_midi_count(functions, buffer) {
        take(ctactus_jack_midi_get(functions, buffer, index), first)
      }
    }
    if let left = ctactus_jack_buffer(functions, left, frames)?.assumingMemoryBound(to: Float.self),
      let right = ctactus_jack_buffer(functions, right, frames)?.assumingMemoryBound(to: Float.self)
    {
      listen(left, right, Int(frames), first)
    }
    frame.store(first + Int(frames), ordering: .releasing)
  }

  private func take(_ event: jack_midi_event_t, _ first: Int) {
    guard eventCount < Self.capacity, let bytes = event.bytes else { return lost += 1 }
    func byte(_ index: Int) -> UInt8 { index < event.size ? bytes[index] : 0 }
    events[eventCount] = Event(
      frame: Int64(first) + Int64(event.time), size: UInt32(event.size), bytes: (byte(0), byte(1), byte(2), byte(3)))
    eventCount += 1
  }

  private func listen(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, _ count: Int, _ first: Int
  ) {
    for index in 0..<count {
      let isLoud = abs(left[index]) > 1e-6
      if isLoud, silence >= Self.gap {
        if onsetCount < Self.capacity { onsets[onsetCount] = Int64(first + index) } else { lost += 1 }
        if onsetCount < Self.capacity { onsetCount += 1 }
      }
      silence = isLoud ? 0 : silence + 1
      let isHeard = audioFrames > 0 || left[index] != 0 || right[index] != 0
      if isHeard, audioFrames < audioCapacity {
        (audio[2 * audioFrames], audio[2 * audioFrames + 1]) = (left[index], right[index])
        audioFrames += 1
      }
    }
  }
}

func recorderProcess(_ frames: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  Unmanaged<Recorder>.fromOpaque(context).takeUnretainedValue().process(frames)
  return 0
}
