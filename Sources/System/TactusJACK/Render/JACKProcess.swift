import CJACK
import Synchronization
import TactusDevices
import TactusEngine
import TactusMIDI
import TactusRealtime
import TactusRender

/// The process callback of a JACK client: MIDI input to events, a kernel, audio and MIDI output.
///
///     MIDI in ─► HostEventPort ─► kernel ─► out_1, out_2
///     transport ───────────────►    └─────► MIDI out, clock
///
/// Cycles may have any lengths, which may change from cycle to cycle.
/// - Thread: audio
package struct JACKProcess {
  let functions: UnsafePointer<ctactus_jack_functions>
  let client: OpaquePointer
  let ports: JACKPorts
  var kernel: LiveKernel
  let load: AudioLoadWords
  let sampleRate: Int
  var input: HostEventPort
  /// 1 if a connection of the MIDI input has ended.
  let inputEnds: UnsafeMutablePointer<Atomic<Int>>
  /// What ends the notes and pedals that the input has played.
  var endings = LostMIDI()
  var follower: JACKTransportFollower
  var followsTransport = false
  var timebase: JACKTimebase?
  /// The recorder of the input; nil if nothing is recorded.
  var take: TakeWriter?
  let sides: UnsafeMutablePointer<UnsafeMutablePointer<Float>>
  let writers: UnsafeMutablePointer<JACKMIDIWriter>
  /// The buffers of the MIDI outputs in this cycle.
  let buffers: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  /// The number of frames since the client was created.
  var frame: Int64 = 0
  /// The server's frame time at the start of the next cycle, if none is missed.
  var serverFrame: UInt32 = 0

  /// Processes a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func run(_ frames: UInt32) {
    let start = load.begin()
    countMissed(frames)
    let cycle = RenderCycle(firstFrame: frame, frameCount: Int(frames))
    let events = receive(frames, cycle)
    keepEndings(of: events)
    let block = audio(frames)
    clearOutputs(frames)
    if frames > 0 { makeUpForLost() }
    if let output = kernel.render(cycle, events: events, transport: transport(), into: block) {
      send(output.events)
      if ports.clockOutput != nil { sendClock(output.clock) }
    }
    take?.write(events, of: cycle, kernel)
    frame &+= Int64(frames)
    load.end(start, frames: Int(frames), sampleRate: sampleRate)
  }

  /// Counts missed frames. The server's clock is a 32-bit number that wraps; if it stops or jumps back, no frame
  /// counts as missed.
  private mutating func countMissed(_ frames: UInt32) {
    let now = ctactus_jack_first_frame(functions, client)
    let leap = Int32(bitPattern: now &- serverFrame)
    if frame > 0, leap > 0 { load.missed.pointee.wrappingAdd(Int(leap), ordering: .relaxed) }
    serverFrame = now &+ frames
  }

  // MARK: Input

  private mutating func receive(_ frames: UInt32, _ cycle: RenderCycle) -> EventList {
    input.begin(cycle)
    if inputEnds.pointee.exchange(0, ordering: .acquiring) != 0 { endInput() }
    if let port = ports.midiInput, let buffer = ctactus_jack_buffer(functions, port, frames) {
      for index in 0..<ctactus_jack_midi_count(functions, buffer) {
        let event = ctactus_jack_midi_get(functions, buffer, index)
        guard event.size > 0, let bytes = event.bytes else { continue }
        input.receive(
          bytes, count: Int(truncatingIfNeeded: min(event.size, 1 << 24)),
          at: HostEventTime.immediate(after: Int64(event.time)))
      }
    }
    return input.end()
  }

  /// Ends the notes and pedals of the input, because the messages that end them may not arrive.
  private mutating func endInput() {
    while let message = endings.next() {
      input.receive(message, at: HostEventTime.immediate)
      endings.removeNext()
    }
  }

  private mutating func keepEndings(of events: EventList) {
    for index in 0..<events.count {
      let message = events[index].message
      guard message.isForChannel else { continue }
      if message.startsNote {
        endings.add(message.noteOff)
      } else if message.status & 0xF0 == 0xB0, message.data1 < 120, message.data2 != 0 {
        // of the controllers, only pedals count
        endings.add(ChannelMessage(status: message.status, message.data1, 0))
      }
    }
  }

  private mutating func transport() -> LiveTransport {
    guard followsTransport else { return LiveTransport() }
    var position = jack_position_t()
    let state = ctactus_jack_transport(functions, client, &position)
    return follower.follow(position, state: state)
  }

  // MARK: Output

  /// Returns the audio outputs; a block without channels if there are none.
  private func audio(_ frames: UInt32) -> AudioBlock {
    var count = 0
    if let left = ctactus_jack_buffer(functions, ports.left, frames),
      let right = ctactus_jack_buffer(functions, ports.right, frames)
    {
      sides[0] = left.assumingMemoryBound(to: Float.self)
      sides[1] = right.assumingMemoryBound(to: Float.self)
      count = 2
    }
    return AudioBlock(channels: sides, channelCount: count, frameCount: Int(frames))
  }

  /// Clears all MIDI outputs, which otherwise contain the events of an earlier cycle.
  private func clearOutputs(_ frames: UInt32) {
    for port in 0..<17 {
      let reference = port < 16 ? ports.midiOutputs[port] : ports.clockOutput
      buffers[port] = ctactus_jack_buffer(functions, reference, frames)
      if let buffer = buffers[port] { ctactus_jack_midi_clear(functions, buffer) }
    }
  }

  /// Sends substitutes for messages that did not fit earlier and must not be lost, before all other messages.
  private func makeUpForLost() {
    for port in 0..<17 {
      guard let buffer = port < 16 ? self.buffer(ofPort: port) : buffers[port] else { continue }
      writers[port].makeUp(in: buffer, functions)
    }
  }

  private func send(_ events: EventList) {
    for index in 0..<events.count {
      let port = Int(events[index].message.port)
      guard let buffer = self.buffer(ofPort: port) else { return }
      if !writers[port].write(events[index], to: buffer, functions) { lose() }
    }
  }

  /// Returns the buffer of a message port's output: the first one for ports without an output; nil if there is none.
  private func buffer(ofPort port: Int) -> UnsafeMutableRawPointer? {
    if let buffer = buffers[port] { return buffer }
    for index in 0..<16 { if let buffer = buffers[index] { return buffer } }
    return nil
  }

  private func sendClock(_ events: EventList) {
    guard let buffer = buffers[16] else { return }
    for index in 0..<events.count where !writers[16].write(events[index], to: buffer, functions) { lose() }
  }

  private func lose() { load.lost.pointee.wrappingAdd(1, ordering: .relaxed) }
}

/// JACK's process callback; its context is a ``JACKProcess``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
package func jackProcess(_ frames: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  context.assumingMemoryBound(to: JACKProcess.self).pointee.run(frames)
  return 0
}

/// JACK's timebase callback; its context is a ``JACKProcess``.
#if REALTIME_PROOF
  @_noAllocation @_noLocks
#endif
package func jackTimebase(_ position: UnsafeMutablePointer<jack_position_t>?, _ context: UnsafeMutableRawPointer?) {
  guard let context, let position else { return }
  context.assumingMemoryBound(to: JACKProcess.self).pointee.fill(position)
}

extension JACKProcess {
  mutating func fill(_ position: UnsafeMutablePointer<jack_position_t>) {
    guard var timebase else { return }
    timebase.fill(position)
    self.timebase = timebase
  }
}
