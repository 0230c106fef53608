import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TestSupport

/// A message of a MIDI output, and the frame on which it is sent.
struct SentMessage: Equatable {
  var frame: Int64
  var message: ChannelMessage
}

/// A song player whose MIDI output is collected.
final class PlayedOutput {
  let player: SongPlayer
  private let room = SoundRoom(frames: 8_192)
  private(set) var now: Int64 = 0
  private(set) var events: [SentMessage] = []
  private(set) var clock: [SentMessage] = []
  private(set) var isSilent = true

  init(_ player: SongPlayer) { self.player = player }

  /// Starts the song, and renders cycles of a number of frames.
  func play(_ count: Int, cycles: Int = 1) {
    player.play()
    for _ in 0..<cycles { render(count) }
  }

  func render(_ count: Int) {
    let block = AudioBlock(channels: room.block.channels, channelCount: 2, frameCount: count)
    let cycle = RenderCycle(firstFrame: now, frameCount: count)
    guard let output = player.core.pointee.render(cycle, input: EventList(start: nil, count: 0), into: block) else {
      return
    }
    events += output.events.map { SentMessage(frame: now + Int64($0.offset), message: $0.message) }
    clock += output.clock.map { SentMessage(frame: now + Int64($0.offset), message: $0.message) }
    if (0..<count).contains(where: { block[0][$0] != 0 }) { isSilent = false }
    now += Int64(count)
  }

  /// The frames of clock messages with a status.
  func clocks(_ status: UInt8) -> [Int64] { clock.filter { $0.message.status == status }.map(\.frame) }

  /// The frames of a message.
  func frames(of message: ChannelMessage) -> [Int64] { events.filter { $0.message == message }.map(\.frame) }

  /// The messages that are sent from a frame on.
  func messages(from frame: Int64) -> [ChannelMessage] { events.filter { $0.frame >= frame }.map(\.message) }
}

extension PlayedOutput {
  /// A player without sound of a song in which a tick is a frame: 24,000 ticks per quarter note at 120 bpm and 48 kHz.
  convenience init(
    _ events: [(Int64, ChannelMessage)], endTick: Int64, range: SongRange? = nil,
    receivers: ReceiverSettings = ReceiverSettings()
  ) throws {
    try self.init(MIDIFile(events, endTick: endTick), range: range, receivers: receivers)
  }

  /// A player without sound of a song.
  convenience init(
    _ file: MIDIFile, range: SongRange? = nil, receivers: ReceiverSettings = ReceiverSettings()
  ) throws {
    var settings = BounceSettings()
    settings.synth = .dry
    settings.range = range
    let bouncer = try Bouncer(file, bank: .click(sampleRate: 48_000), settings: settings)
    self.init(try SongPlayer(bouncer, hasSound: false, sendsMIDI: true, hasClock: true, receivers: receivers))
  }
}
