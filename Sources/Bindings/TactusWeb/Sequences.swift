import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// A song or a pattern document that JavaScript shows, edits, plays and bounces.
final class WebSequence {
  let sequence: MIDISequence
  /// The tick at which a bounce ends.
  let end: Tick
  /// Whether a track repeats without end; playback then does not stop at ``end``.
  let isEndless: Bool
  /// The members of the document that are not known.
  let unknown: [String]
  /// The MIDI file from which the sequence was imported; nil for documents.
  let file: MIDIFile?
  /// The gain in decibels at which the song is played and bounced.
  var gain: Double
  /// The keys in which ``chordName(_:_:_:_:)`` spells chords; nil until the first.
  var keys: SongKeys?

  init(_ sequence: MIDISequence, unknown: [String] = [], file: MIDIFile? = nil, gain: Double = 0) {
    (self.sequence, self.unknown, self.file, self.gain) = (sequence, unknown, file, gain)
    end = sequence.standardEnd
    isEndless = sequence.tracks.contains { $0.end == nil && sequence.isAudible($0) }
  }

  /// Imports a MIDI file.
  convenience init(_ file: MIDIFile, gain: Double = 0) {
    self.init(MIDISequence(file, choice: .concatenated), file: file, gain: gain)
  }
}

/// Reads a sequence document or a MIDI file from bytes, which it takes over; null if it cannot be read.
@_cdecl("web_sequence_open")
package func openSequence(_ bytes: UnsafeMutableRawPointer, _ count: Int32) -> UnsafeMutableRawPointer? {
  let file = FileBytes(taking: bytes, count)
  // a document begins with an object or a comment
  guard let first = file.bytes.first(where: { $0 > 32 }), first == UInt8(ascii: "{") || first == UInt8(ascii: "/")
  else {
    do throws(MIDIFileError) { return hold(WebSequence(try MIDIFile(reading: file))) } catch {
      return fail(error.description)
    }
  }
  var unknown: [String] = []
  do throws(DocumentError) {
    let sequence = try MIDISequence(reading: file, unknown: &unknown)
    return hold(WebSequence(sequence, unknown: unknown))
  } catch { return fail(error.description) }
}

/// Returns a sequence with some tracks replaced by those of a document, which it takes over, with the same IDs; null if
/// the document cannot be read or has a track that the sequence does not have.
@_cdecl("web_sequence_replacing_tracks")
package func replaceTracks(
  _ sequence: UnsafeMutableRawPointer, _ bytes: UnsafeMutableRawPointer, _ count: Int32
) -> UnsafeMutableRawPointer? {
  let file = FileBytes(taking: bytes, count)
  var changed = held(sequence, WebSequence.self).sequence
  do throws(DocumentError) {
    for track in try MIDISequence(reading: file).tracks {
      guard let index = changed.index(ofTrack: track.id) else { return fail("there is no track \(track.id)") }
      changed.tracks[index] = track
    }
    return hold(WebSequence(changed))
  } catch { return fail(error.description) }
}

/// Returns the demo song.
@_cdecl("web_sequence_demo")
package func demoSequence() -> UnsafeMutableRawPointer {
  hold(WebSequence(Builtins.makeDemoSong(), gain: Builtins.demoGain))
}

/// Sets the gain in decibels at which the sequence is played and bounced, −96…48 (clamped).
@_cdecl("web_sequence_set_gain")
package func setGain(_ sequence: UnsafeMutableRawPointer, _ gain: Double) {
  held(sequence, WebSequence.self).gain = gain.isFinite ? min(max(-96, gain), 48) : 0
}

/// Writes the sequence as a document, which ``text()`` then returns.
@_cdecl("web_sequence_document")
package func document(_ sequence: UnsafeMutableRawPointer) {
  give(held(sequence, WebSequence.self).sequence.document())
}

/// Describes a sequence; ``text()`` then returns an object with `ticksPerQuarter`, `length` in ticks, `gain` in
/// decibels, `isEndless`, `remarks`, and `times`, pairs of a tick and its second. Between two pairs, the time is
/// linear.
@_cdecl("web_sequence_facts")
package func describeSequence(_ sequence: UnsafeMutableRawPointer) {
  let object = held(sequence, WebSequence.self)
  let map = object.sequence.tempoMap
  let times = timePoints(map, end: object.end).map { tick in
    JSON.array([JSON(tick), .number(map.seconds(atTick: tick).approximate)])
  }
  let facts = JSON.object([
    .init(name: "ticksPerQuarter", value: JSON(object.sequence.ticksPerQuarter)),
    .init(name: "length", value: JSON(object.end)),
    .init(name: "gain", value: .number(object.gain)),
    .init(name: "isEndless", value: .bool(object.isEndless)),
    .init(name: "remarks", value: .array(object.unknown.map { .string($0) })),
    .init(name: "times", value: .array(times)),
  ])
  give(facts.text)
}

/// Returns the ticks between which time is linear: those of the tempi, and of every eighth of a beat on a ramp, at most
/// 4,096 for each ramp and 65,536 for all ramps.
private func timePoints(_ map: TempoMap, end: Tick) -> [Tick] {
  let most = max(1, min(4_096, 65_536 / Tick(map.entries.count)))
  var ticks: [Tick] = []
  for (index, entry) in map.entries.enumerated() {
    ticks.append(entry.tick)
    guard entry.curve != .step, index + 1 < map.entries.count else { continue }
    let end = map.entries[index + 1].tick
    let step = max(1, Tick(map.timeBase.nominalTicksPerQuarter / 8), (end - entry.tick + most - 1) / most)
    var tick = entry.tick + step
    // the distance between ticks may exceed `Int`, which has 32 bits in WebAssembly, and with it `stride`
    while tick < end {
      ticks.append(tick)
      tick += step
    }
  }
  if ticks.first != 0 { ticks.insert(0, at: 0) }
  ticks.append(max((ticks.last ?? 0) + 1, end))
  return ticks
}

/// Lists the notes that are heard until the end; ``text()`` then returns the bytes of the list: for each note the
/// track's index, channel, key, velocity, first tick and end, each as a 32-bit number. Returns 0 if there are too many
/// events.
@_cdecl("web_sequence_notes")
package func playedNotes(_ sequence: UnsafeMutableRawPointer) -> Int32 {
  let object = held(sequence, WebSequence.self)
  do throws(PlayedSequence.Failure) {
    let played = try PlayedSequence(object.sequence, until: object.end, sampleRate: 48_000)
    give(numbers: PlayedNoteTable(played).numbers)
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

/// The notes of played events, in the order of their starts.
struct PlayedNoteTable {
  private(set) var numbers: [Int32] = []
  /// The indices of the open notes' rows, the oldest first, by track, port, channel and key.
  private var open: [UInt64: [Int]] = [:]

  init(_ played: PlayedSequence) {
    var tracks: [UInt32: Int32] = [:]
    for (index, track) in played.sequence.tracks.enumerated() { tracks[track.id] = Int32(index) }
    for event in played.events { add(event, track: tracks[event.track] ?? 0) }
    for rows in open.values { for row in rows { numbers[row + 5] = Self.number(played.end) } }
  }

  private mutating func add(_ event: PlayedEvent, track: Int32) {
    let kind = event.message.kind
    guard kind == .noteOn || kind == .noteOff else { return }
    let address = UInt64(event.track) << 32 | UInt64(event.message.word0 & 0x0F0F_7F00)
    if kind == .noteOn {
      open[address, default: []].append(numbers.count)
      numbers += [
        track, Int32(event.message.channel), Int32(event.message.data1), Int32(event.message.data2),
        Self.number(event.tick), Self.number(event.tick),
      ]
    } else if let row = open[address]?.first {
      open[address]?.removeFirst()
      numbers[row + 5] = Self.number(event.tick)
    }
  }

  private static func number(_ tick: Tick) -> Int32 { Int32(clamping: tick) }
}

/// Returns the events that the sequence plays as a song for ``newBounce(_:_:_:_:)`` or stems; null if there are too many
/// events.
@_cdecl("web_sequence_song")
package func song(_ sequence: UnsafeMutableRawPointer, _ rate: Int32) -> UnsafeMutableRawPointer? {
  let object = held(sequence, WebSequence.self)
  if let file = object.file { return hold(WebSong(file, gain: object.gain)) }
  guard let song = playedSong(object, inPlayedOrder: true, rate: Int(rate)) else { return nil }
  return hold(WebSong(song, gain: object.gain, tempoMap: object.sequence.tempoMap))
}

/// Writes the sequence as a MIDI file; ``text()`` then returns its bytes. Returns 0 if the sequence does not fit into a
/// MIDI file.
@_cdecl("web_sequence_midi")
package func midiFile(_ sequence: UnsafeMutableRawPointer) -> Int32 {
  let object = held(sequence, WebSequence.self)
  guard object.sequence.ticksPerQuarter <= 0x7FFF else {
    give("a MIDI file can have at most 32767 ticks per quarter note")
    return 0
  }
  guard let file = fileToWrite(object) else { return 0 }
  do throws(MIDIWriteError) {
    give(try file.written())
    return 1
  } catch {
    give(error.description)
    return 0
  }
}

/// Returns the sequence as a MIDI file; null, with a sentence to read, if it does not fit into one.
func fileToWrite(_ object: WebSequence) -> MIDIFile? {
  guard object.end == object.sequence.length else {
    return playedSong(object, inPlayedOrder: false, rate: 48_000)?.namingPorts()
  }
  do throws(FlatteningError) { return try object.sequence.midiFile() } catch {
    give(error.description)
    return nil
  }
}

/// Returns the events that a sequence plays as a song; nil, with an error, if there are too many.
func playedSong(_ object: WebSequence, inPlayedOrder: Bool, rate: Int) -> MIDIFile? {
  do throws(PlayedSequence.Failure) {
    let played = try PlayedSequence(object.sequence, until: object.end, sampleRate: rate)
    do throws(FlatteningError) { return try played.song(inPlayedOrder: inPlayedOrder) } catch {
      give(error.description)
    }
  } catch { give(error.description) }
  return nil
}
