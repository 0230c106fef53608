import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusSequencer
import TactusSynth
import TactusTime

/// How a bounce is split into stems.
///
/// - Thread: any
public enum StemSplit: String, Hashable, Sendable, CaseIterable {
  /// One stem for each channel of each port that plays notes.
  case channels
  /// One stem for each track that plays notes.
  case tracks
  /// One stem for each program, whichever channels play it, and one for each drum kit.
  case programs
  /// One stem for each of General MIDI's sixteen groups (pianos, organs, basses …), and one for drums.
  case groups
}

/// A part of a song that is rendered separately.
///
/// - Thread: any
public struct Stem: Hashable, Sendable {
  /// The number of the channel, track, program or group, counted from 1. Channels of further ports have numbers from 17
  /// upwards; group 17 is the drums.
  public var number: Int
  /// The name of the track, for a channel only if the track plays no other channel; otherwise the name of the preset
  /// that plays the first note; if that has none, a description.
  public var name: String
  /// The number of the stem's audible notes; 0 if it has none in the range and is therefore silent.
  public var noteCount = 0
  /// Whether the stem has the effects of all notes, and no notes of its own.
  public var isOfEffects = false
}

/// The assignment of a song's notes to stems.
///
/// - Thread: any
public struct StemPlan: Sendable {
  /// The stems, ascending by number.
  public private(set) var stems: [Stem]
  /// Whether the effects form a separate stem, which is the last, instead of a part of each stem.
  public let effectsApart: Bool
  /// The number of channels, tracks, programs or groups that have no stem of their own, because there are more than
  /// ``mostStems``. The last stem with notes, which is called "Others", has the notes of all these and of one more.
  public let mergedCount: Int
  /// The bouncer's timeline with a stem-choice message before each note-on that changes the stem or the track of its
  /// channel.
  let timeline: EventTimeline
  /// The timeline of the bouncer that has created the plan.
  let source: EventTimeline
  /// The number of stems that contain voices.
  let voiceStemCount: Int

  /// The largest number of stems with notes. Each of them needs effects of its own in memory, and an open file. The
  /// notes of all further channels, tracks, programs or groups are in the last one.
  public static var mostStems: Int { 256 }
}

extension Bouncer {
  /// Splits the song into stems, for ``render(_:with:on:progress:trace:into:)``.
  ///
  /// - Parameters:
  ///   - split: what each stem holds.
  ///   - effectsApart: whether the effects form a separate stem instead of being split among the stems.
  /// - Throws: `BounceError.contradiction` if a split by tracks is combined with a chain of MIDI effects.
  /// - Thread: control
  public func stems(by split: StemSplit, effectsApart: Bool = false) throws(BounceError) -> StemPlan {
    guard split != .tracks || settings.chain == nil else {
      throw .contradiction(
        "MIDI effects make new notes, which belong to no track; split by channels, programs or groups")
    }
    return StemPlan(self, split, effectsApart)
  }

  /// Creates the synthesizer that renders the stems of a plan.
  func stemSynth(for plan: StemPlan, replicas: Int) -> StemSynth {
    precondition(plan.source === timeline, "a plan of stems is for the bouncer that has created it")
    return StemSynth(
      bank: bank, settings: settings.synth, sampleRate: settings.sampleRate, stems: plan.voiceStemCount,
      effects: plan.effectsApart ? .apart : .inEach, replicas: replicas)
  }
}

extension StemPlan {
  /// - Parameter namesTracksOnly: whether the timeline assigns notes to tracks, but not to stems.
  init(_ bouncer: Bouncer, _ split: StemSplit, _ effectsApart: Bool, namesTracksOnly: Bool = false) {
    var scan = StemScan(bouncer, split)
    let numbers = bouncer.timeline.map { scan.number(of: $0.message) }
    let order = scan.names.keys.sorted()
    let stemIndices = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, min($0, Self.mostStems - 1)) })
    var stems = order.prefix(Self.mostStems).map { Stem(number: $0, name: scan.names[$0] ?? "") }
    var chosen = [ChannelMessage?](repeating: nil, count: 256)
    var hasChosen = false
    var index = 0
    mergedCount = order.count - stems.count
    if mergedCount > 0 { stems[stems.count - 1].name = "Others" }
    source = bouncer.timeline
    var noteIndex = 0
    let heard = HeardNotes(bouncer.timeline, bouncer.renderRange)
    timeline = bouncer.timeline.inserting { event in
      defer { index += 1 }
      // a part may receive another channel from here onwards
      if event.message.isSystemExclusive, hasChosen {
        chosen = [ChannelMessage?](repeating: nil, count: 256)
        hasChosen = false
      }
      guard let number = numbers[index], let stem = stemIndices[number] else { return nil }
      defer { noteIndex += 1 }
      if heard.contains(index) { stems[stem].noteCount += 1 }
      let message = event.message
      let choice = ChannelMessage.stemChoice(
        namesTracksOnly ? nil : stem, track: scan.track(ofNote: noteIndex), channel: message.channel, port: message.port
      )
      let channel = Int(message.port) << 4 | Int(message.channel)
      guard chosen[channel] != choice else { return nil }
      chosen[channel] = choice
      hasChosen = true
      return choice
    }
    voiceStemCount = max(1, stems.count)
    if stems.isEmpty { stems = [Stem(number: 1, name: "Silence")] }
    if effectsApart {
      // after the numbers of the merged ones too
      let number = max(stems[stems.count - 1].number, order.last ?? 0) + 1
      stems.append(Stem(number: number, name: "Effects", isOfEffects: true))
    }
    self.stems = stems
    self.effectsApart = effectsApart
  }
}
