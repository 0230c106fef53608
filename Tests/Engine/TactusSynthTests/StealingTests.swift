import TactusDSP
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Which voice a note replaces when the polyphony is used up.
@Suite struct StealingTests {
  /// A synthesizer with few voices sounds like one with enough of them whose player silences, before each note that is one
  /// too many, what the documented score says. Each note has a channel of its own, so that it can be silenced alone.
  @Test func takesTheVoiceWithTheHighestScore() throws {
    let seed = seed(of: "takesTheVoiceWithTheHighestScore")
    let bank = try Player.bank()
    for round in 0..<rounds(12) {
      var player = Player(seed: seed &+ UInt64(round))
      player.play()
      var (few, many) = (SynthSettings.dry, SynthSettings.dry)
      (few.polyphony, many.polyphony) = (player.polyphony, 512)
      let (stealing, silencing) = (
        Stage(bank, sampleRate: Player.rate, settings: few, isLoud: false),
        Stage(bank, sampleRate: Player.rate, settings: many, isLoud: false)
      )
      stealing.perform(player.score(silencing: false))
      silencing.perform(player.score(silencing: true))
      let isSame = stealing.left == silencing.left && stealing.right == silencing.right
      #expect(isSame, "TACTUS_SEED=\(seed &+ UInt64(round)) TACTUS_ROUNDS=0.01 replays it")
      let stolen = stealing.synth.counters.stolenVoices
      #expect(
        (player.stolen - player.faint...player.stolen).contains(stolen) && stolen > 20, "seed \(seed &+ UInt64(round))")
      #expect(silencing.synth.counters.stolenVoices == 0)
    }
  }
}

/// Plays notes at random, each on the next of 256 channels, and knows their scores by the documented rule.
private struct Player {
  static let rate = 8_000
  static let length = 16 * rate
  /// The sounds, by program: at full level; falling by 96 dB in 40 s; at full level after 2 s. After their release,
  /// they take 40 s.
  static let attack = 2.0
  static let fall = ExactMath.exp2(6_386.0 / 1_200)

  /// No two products are equal, so that notes are equally loud only if both numbers are equal.
  static let velocities: [UInt8] = [31, 37, 43, 53, 61, 67, 71, 83, 89, 97, 101, 107, 113, 127]
  static let volumes: [UInt8] = [40, 50, 64, 80, 100, 125]

  struct Note {
    let position: Int
    let program: UInt8
    let start: Int
    var attenuation = 0.0
    var isDown = true
    var hasPedal = false
    /// The factor by which the dampers lengthen a release.
    var stretch = 1.0
    /// The release: its start, the attenuation at that time in centibels, and its duration.
    var release: (frame: Int, below: Double, stretch: Double)?
  }

  var random: SeededGenerator
  let polyphony: Int
  var notes: [Note] = []
  var count = 0
  var stolen = 0
  /// The number of notes that had fallen so far that their voices may have ended by themselves.
  var faint = 0
  var events: [(frame: Int, message: ChannelMessage, silences: Bool)] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    polyphony = Int.random(in: 1...12, using: &random)
  }

  static func bank() throws -> SoundBank {
    try .made { bank in
      let wave = bank.add(.sine(amplitude: 32_000))
      for (number, program) in [0, 128].flatMap({ bank in (0..<3).map { (UInt16(bank), UInt16($0)) } }) {
        let generators: [SoundFont.Generator] = [
          .init(.sampleModes, 1), .init(.delayVolEnv, -32_768), .init(.attackVolEnv, program == 2 ? 1_200 : -32_768),
          .init(.holdVolEnv, -32_768), .init(.decayVolEnv, 6_386), .init(.sustainVolEnv, program == 1 ? 1_000 : 0),
          .init(.releaseVolEnv, 6_386),
        ]
        bank.addPreset(bank: number, program: program, [.init(target: wave, generators: generators)])
      }
    }
  }

  mutating func play() {
    var frame = 0
    while count < 250 {
      frame += Int.random(in: 1...800, using: &random)
      guard frame < Self.length else { return }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<5: for _ in 0..<Int.random(in: 1...4, using: &random) where count < 250 { strike(frame) }
      case 5, 6: lift(frame)
      case 7: pedal(frame)
      case 8: turn(frame)
      default: frame += Int.random(in: 0...6_000, using: &random)
      }
    }
  }

  // MARK: What happens

  private mutating func strike(_ frame: Int) {
    if notes.count == polyphony { silence(frame) }
    var note = Note(position: count, program: UInt8.random(in: 0..<3, using: &random), start: frame)
    count += 1
    let velocity = Self.velocities.randomElement(using: &random) ?? 127
    let volume = Self.volumes.randomElement(using: &random) ?? 127
    note.attenuation = Self.attenuation(velocity) + Self.attenuation(volume)
    send(frame, note, .program(note.program), .controller(7, volume), .noteOn(60, velocity))
    notes.append(note)
    velocities[note.position] = velocity
  }

  private mutating func lift(_ frame: Int) {
    guard let index = notes.indices.filter({ notes[$0].isDown }).randomElement(using: &random) else { return }
    notes[index].isDown = false
    if !notes[index].hasPedal { release(index, frame) }
    send(frame, notes[index], Bool.random(using: &random) ? .noteOff(60) : .controller(123, 0))
  }

  private mutating func pedal(_ frame: Int) {
    guard let index = notes.indices.randomElement(using: &random) else { return }
    let value = [0, UInt8.random(in: 33...63, using: &random), 127].randomElement(using: &random) ?? 0
    let stretch = (33...63).contains(value) ? ExactMath.exp2((Double(value) - 32) / 8) : 1
    if value < 64, stretch != notes[index].stretch, notes[index].release != nil {
      notes[index].release = (frame, notes[index].level(at: frame), stretch)
    }
    notes[index].stretch = stretch
    notes[index].hasPedal = value >= 64
    if value < 64, !notes[index].isDown, notes[index].release == nil { release(index, frame) }
    send(frame, notes[index], .controller(64, value))
  }

  /// Another volume.
  private mutating func turn(_ frame: Int) {
    guard let index = notes.indices.randomElement(using: &random) else { return }
    let volume = Self.volumes.randomElement(using: &random) ?? 127
    notes[index].attenuation = Self.attenuation(velocities[notes[index].position] ?? 0) + Self.attenuation(volume)
    send(frame, notes[index], .controller(7, volume))
  }

  private mutating func release(_ index: Int, _ frame: Int) {
    notes[index].release = (frame, notes[index].level(at: frame), notes[index].stretch)
  }

  private mutating func silence(_ frame: Int) {
    let scores = notes.map { $0.score(at: frame) }
    guard let highest = scores.max(), let index = scores.firstIndex(where: { $0 > highest - 1e-6 }) else { return }
    events.append((frame, notes[index].meant(.controller(120, 0)), true))
    if notes[index].release != nil, notes[index].attenuation + notes[index].level(at: frame) > 800 { faint += 1 }
    notes.remove(at: index)
    stolen += 1
  }

  private var velocities: [Int: UInt8] = [:]

  private mutating func send(_ frame: Int, _ note: Note, _ messages: ChannelMessage...) {
    events += messages.map { (frame, note.meant($0), false) }
  }

  func score(silencing: Bool) -> Score {
    var score = Score(length: Self.length)
    score.events = events.filter { silencing || !$0.silences }.map { ($0.frame, $0.message) }
    return score
  }

  /// The attenuation of a velocity or a volume in centibels; the amplitude is its square.
  static func attenuation(_ value: UInt8) -> Double { -400 * ExactMath.log2(Double(value) / 127) * 0.30102999566398119 }
}

extension Player.Note {
  /// How far below full level it is, in centibels.
  func level(at frame: Int) -> Double {
    if let release {
      let seconds = Double(frame - release.frame) / Double(Player.rate)
      return min(960, release.below + 960 * seconds / (Player.fall * release.stretch))
    }
    let seconds = Double(frame - start) / Double(Player.rate)
    switch program {
    case 1: return 960 * seconds / Player.fall
    case 2: return seconds < Player.attack ? -60.205999 * ExactMath.log2(max(1e-9, seconds / Player.attack)) : 0
    default: return 0
    }
  }

  /// During its attack, a note counts as being at full level.
  func score(at frame: Int) -> Double {
    let seconds = Double(frame - start) / Double(Player.rate)
    var score = attenuation + min(200, 20 * seconds)
    if release != nil {
      score += 300 + level(at: frame)
    } else {
      score += program == 1 ? level(at: frame) : 0
      if !isDown { score += 150 }
    }
    return position & 15 == 9 ? score - 200 : score
  }

  /// A message for its channel.
  func meant(_ message: ChannelMessage) -> ChannelMessage {
    ChannelMessage(
      status: message.status & 0xF0 | UInt8(position & 15), message.data1, message.data2, port: UInt8(position >> 4))
  }
}
