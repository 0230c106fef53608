import ArgumentParser
import Tactus
import TactusDevices

/// The file of a take: what is played live, written as a MIDI file or a JSON sequence.
///
/// The file is written every few seconds while new notes arrive, so that a power failure costs little.
final class TakeFile {
  let recorder = TakeRecorder()
  /// The path that the user wants.
  private let wanted: String
  /// The path of the file, from the first writing on.
  private var path: String?
  private var sequence: MIDISequence
  private var recording: Recording
  private var tick: Tick = 0
  private var isChanged = false
  private var noteCount = 0
  private var lastWriting: ContinuousClock.Instant
  /// The error of the last attempt to write the file; nil if it has succeeded.
  private(set) var failure: ToolError?
  private let clock = ContinuousClock()

  /// How often a take that grows is written.
  private static var interval: Duration { .seconds(5) }

  /// Creates a take without notes.
  ///
  /// - Parameters:
  ///   - path: the path that the user wants; an existing file is kept, and the take gets a number.
  ///   - sequence: the tempi and meters of the take, without tracks.
  /// - Throws: an error if there is no such folder.
  init(_ path: String, _ sequence: MIDISequence) throws(ToolError) {
    let folder = FilePath.folder(of: path)
    guard FilePath.isFolder(folder.isEmpty ? "." : folder) else {
      throw ToolError(path, "the take cannot be written: there is no folder \(folder)")
    }
    wanted = path
    self.sequence = sequence
    let track = Track(Clip(), name: "Take")
    self.sequence.tracks = [track]
    recording = Recording(into: track, from: 0)
    lastWriting = clock.now
  }

  /// The number of ticks per quarter note.
  var ticksPerQuarter: Int { sequence.ticksPerQuarter }

  /// Takes what has been received since the last call, and writes the file now and then.
  ///
  /// - Parameter tick: converts a frame of the session, or of the song, to a tick of the take.
  func collect(_ tick: (Int64) -> Tick) throws(ToolError) {
    for event in recorder.events() {
      self.tick = max(0, tick(event.frame))
      recording.take(event.message, at: self.tick)
      if event.message.startsNote { noteCount += 1 }
      isChanged = true
    }
    if isChanged, clock.now - lastWriting > Self.interval { try write(heldUntil: self.tick + 1) }
  }

  /// Writes the file if it lacks anything.
  ///
  /// - Parameter end: the tick at which notes end whose keys are still held.
  func write(heldUntil end: Tick) throws(ToolError) {
    guard isChanged else { return }
    do throws(ToolError) { try store(heldUntil: end) } catch {
      failure = error
      throw error
    }
    failure = nil
  }

  private func store(heldUntil end: Tick) throws(ToolError) {
    // after a failure, the next attempt is not at once
    lastWriting = clock.now
    // a copy, because the recording itself continues
    var recording = recording
    sequence.tracks[0].clip = recording.clip(at: max(end, tick + 1))
    let isDocument = wanted.lowercased().hasSuffix(".json")
    let bytes: [UInt8]
    do { bytes = isDocument ? sequence.document() : try sequence.midiFile().written() } catch {
      throw ToolError(wanted, "\(error)")
    }
    if path == nil { path = try FreePath.reserve(wanted) }
    guard let path else { return }
    try WholeFile.write(bytes, to: path)
    isChanged = false
  }

  /// "take.mid: 12 notes recorded"; nil if nothing was played.
  var summary: String? {
    guard let path, !isChanged else { return nil }
    let lost = recorder.lostCount > 0 ? ", \(recorder.lostCount.counted("message")) lost" : ""
    return "\(path): \(noteCount.counted("note")) recorded\(lost)"
  }
}

/// The options of takes.
struct TakeOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Record what is played to a .mid or .json file. An existing file is kept; the take then gets a number.",
      valueName: "file"), completion: .file())
  var record: String?

  func validate() throws {
    guard let name = record?.lowercased(), !["mid", "midi", "json"].contains(where: { name.hasSuffix("." + $0) }) else {
      return
    }
    throw ValidationError("--record \(record ?? ""): a take is a .mid or .json file")
  }
}
