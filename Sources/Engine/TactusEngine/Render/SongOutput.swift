import TactusMIDI
import TactusProcessors
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime

/// The events of a song in a cycle, for a MIDI output.
///
/// - Thread: audio
struct SongEvents {
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private(set) var count = 0
  /// The offset of the next event in the cycle.
  var offset: Int32 = 0
  /// What the receivers have been sent.
  let sent: SettingsRecord
  /// Memory for what a chase sets.
  let chased: SettingsRecord

  init(_ buffer: UnsafeMutableBufferPointer<TimedEvent>, sent: SettingsRecord, chased: SettingsRecord) {
    (self.buffer, self.sent, self.chased) = (buffer, sent, chased)
  }

  var list: EventList { EventList(start: UnsafePointer(buffer.baseAddress), count: count) }

  mutating func clear() { (count, offset) = (0, 0) }

  /// Adds a message. The last quarter of the buffer is reserved for messages that start no note.
  mutating func add(_ message: ChannelMessage) {
    let isNote = message.isForChannel && message.startsNote
    guard count < (isNote ? buffer.count / 4 &* 3 : buffer.count) else { return }
    buffer[count] = TimedEvent(offset: offset, message: message)
    count &+= 1
    sent.note(message)
  }
}

/// The receivers of a song's messages: the synthesizer, the MIDI output, or both.
///
/// - Thread: audio
struct SongReceiver {
  let synth: SynthRenderer
  /// Whether the synthesizer receives the messages.
  let hasSound: Bool
  /// The MIDI output; nil if there is none.
  let events: UnsafeMutablePointer<SongEvents>?

  /// The synthesizer without the MIDI output.
  var sound: SongReceiver { SongReceiver(synth: synth, hasSound: hasSound, events: nil) }
  /// The MIDI output without the synthesizer.
  var output: SongReceiver { SongReceiver(synth: synth, hasSound: false, events: events) }

  func receive(_ message: ChannelMessage) {
    if hasSound { synth.receive(message) }
    if !message.isInternal { events?.pointee.add(message) }
  }

  /// Silences the channels of a port and resets them.
  func restart(port: Int) {
    if hasSound { synth.restart(port: port) }
    guard let events else { return }
    for channel in 0..<UInt8(16) {
      // all sound off, and reset all controllers
      events.pointee.add(ChannelMessage(status: 0xB0 | channel, 120, 0, port: UInt8(truncatingIfNeeded: port)))
      events.pointee.add(ChannelMessage(status: 0xB0 | channel, 121, 0, port: UInt8(truncatingIfNeeded: port)))
    }
  }
}

/// MIDI clock in step with a song.
///
/// - Thread: audio
struct SongClock {
  private var sender: MIDIClockSender
  private var cursor: FrameCursor
  private let ticksPerQuarter: Double
  private let sampleRate: Double
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private var count = 0
  private var context = MusicalContext()
  /// Whether the position has changed other than by playing.
  private var hasJumped = false
  /// The position to which it has changed, until the next frames begin there.
  private var target: Int64?

  init(
    _ cursor: FrameCursor, ticksPerQuarter: Double, sampleRate: Int, buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) {
    (self.cursor, self.ticksPerQuarter, self.buffer) = (cursor, ticksPerQuarter, buffer)
    (sender, self.sampleRate) = (MIDIClockSender(sampleRate: sampleRate), Double(sampleRate))
  }

  var list: EventList { EventList(start: UnsafePointer(buffer.baseAddress), count: count) }

  mutating func clear() { count = 0 }

  /// Notes that the position has changed to `target` other than by playing.
  mutating func jump(to target: Int64) { (hasJumped, self.target) = (true, target) }

  /// Notes the position at the start of the next frames. Returns how many of them, at most `most`, have one tempo.
  ///
  /// A loop may wrap between two frames, so that the first frame lies after the loop's start. If it does by more than
  /// the half frame that the sender tolerates, that frame is reported as the start. Otherwise the receiver would start
  /// with the next sixteenth note.
  /// - Parameters:
  ///   - position: the position in the song, in units of 1/``SongSpeed/one`` frames.
  ///   - speed: the playback speed in the same units.
  mutating func begin(at position: Int64, speed: Int64, most: Int) -> Int {
    var (position, most) = (position, most)
    if let target, position &- target > speed / 2 { (position, most) = (target, 1) }
    target = nil
    let frame = position &>> SongSpeed.bits
    let factor = Double(speed) / Double(SongSpeed.one)
    let reach = (Int64(most) &* speed) &>> SongSpeed.bits &+ 1
    context = MusicalContext()
    let frames = cursor.locate(
      &context, atFrame: frame, most: Int(truncatingIfNeeded: reach), ticksPerQuarter: ticksPerQuarter,
      sampleRate: sampleRate)
    let part = Double(position & (SongSpeed.one &- 1)) / Double(SongSpeed.one)
    context.beat += part * context.tempo / (60 * sampleRate)
    context.tempo *= factor
    let rest = (frame &+ Int64(frames)) &<< SongSpeed.bits &- position
    return min(most, max(1, Int(truncatingIfNeeded: (rest &+ speed &- 1) / speed)))
  }

  /// Sends the clock of frames from an offset in the cycle.
  ///
  /// - Parameter isMoving: whether the song plays in them, from the position of ``begin(at:speed:most:)``.
  mutating func send(_ frames: Int, at offset: Int, isMoving: Bool) {
    var context = isMoving ? self.context : MusicalContext()
    (context.hasTransport, context.isMoving, context.isChanged) = (true, isMoving, hasJumped && isMoving)
    if isMoving { hasJumped = false }
    var cycle = RenderCycle(firstFrame: 0, frameCount: frames)
    cycle.context = context
    let room = UnsafeMutableBufferPointer(start: buffer.baseAddress.map { $0 + count }, count: buffer.count &- count)
    let sent = sender.render(cycle, into: room)
    for index in 0..<sent { room[index].offset &+= Int32(truncatingIfNeeded: offset) }
    count &+= sent
  }
}
