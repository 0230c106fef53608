import TactusMIDI
import TactusRender
import TactusSequencer
import TactusSimulation
import TactusTime

/// Ours.
struct SequencerPlayer: ScenarioPlayer {
  private var method: SequencerMethod

  init(_ scenario: Scenario) {
    var settings = SequencerSettings()
    settings.mostTracks = 16
    settings.reports = false
    settings.chases = false
    method = SequencerMethod(sampleRate: scenario.sampleRate, settings: settings)
  }

  mutating func publish(_ tracks: [Scenario.Track], of scenario: Scenario) {
    method.publish(tracks.map { ($0.timeline, $0.settings) }, division: scenario.division)
  }

  mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    method.render(cycle, into: buffer)
  }
}

/// The published method with the first track's notes as separate events.
struct ModuloPlayer: ScenarioPlayer {
  private var method: ModuloMethod
  private let sampleRate: Int

  init(_ scenario: Scenario) {
    sampleRate = scenario.sampleRate
    method = ModuloMethod(BeatLoop(events: [], beats: 1), sampleRate: sampleRate)
  }

  mutating func publish(_ tracks: [Scenario.Track], of scenario: Scenario) {
    guard let track = tracks.first else { return }
    func beat(_ tick: Tick) -> Double { Double(tick) / Double(scenario.division) }
    let events = track.notes.flatMap { note in
      let on = note.message(track.number)
      return [
        BeatLoop.Event(beat: beat(note.tick), message: on),
        BeatLoop.Event(
          beat: beat(min(note.tick + note.duration, track.loop)),
          message: ChannelMessage(status: 0x80 | on.channel, on.data1, 64)),
      ]
    }
    method = ModuloMethod(BeatLoop(events: events, beats: beat(track.loop)), sampleRate: sampleRate)
  }

  mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    method.render(cycle, into: buffer)
  }
}

extension Scenario.Note {
  func message(_ track: Int) -> ChannelMessage {
    ChannelMessage(status: (isController ? 0xB0 : 0x90) | UInt8(track), UInt8(key), UInt8(number))
  }
}

extension Scenario.Track {
  fileprivate var settings: CompiledTrack {
    var compiled = CompiledTrack()
    compiled.id = UInt32(number)
    compiled.start = start
    compiled.loopLength = loop
    compiled.passLimit = Int64(passLimit)
    compiled.loopEnd = loopEnd
    compiled.overlap = overlap
    compiled.beforeStart = beforeStart
    compiled.isAudible = isAudible
    compiled.transpose = Int16(transpose)
    return compiled
  }

  fileprivate var timeline: TrackTimeline {
    var chances: [StepChance] = []
    var (compiledNotes, messages): ([CompiledNote], [CompiledMessage]) = ([], [])
    for note in notes.enumerated().sorted(by: { ($0.1.tick, $0.0) < ($1.1.tick, $1.0) }).map(\.element) {
      if note.isController {
        messages.append(CompiledMessage(tick: note.tick, message: note.message(number)))
        continue
      }
      if let chance = note.chance.compiled { chances.append(chance) }
      compiledNotes.append(
        CompiledNote(
          tick: note.tick, duration: note.duration, message: note.message(number),
          chance: note.chance == .always ? 0 : UInt32(chances.count)))
    }
    return TrackTimeline(notes: compiledNotes, messages: messages, chances: chances)
  }
}

extension Scenario.Chance {
  fileprivate var compiled: StepChance? {
    var chance = StepChance()
    switch self {
    case .always: return nil
    case .never: chance.threshold = 0
    case .first: chance.condition = .first
    case .notFirst: (chance.condition, chance.isInverted) = (.first, true)
    case .ratio(let a, let b): (chance.condition, chance.a, chance.b) = (.ratio, UInt16(a), UInt16(b))
    }
    return chance
  }
}
