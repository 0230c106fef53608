import CTactus
import Tactus

/// A song with its bank and settings, ready to be rendered.
struct Rendering {
  let song: Song
  let bank: Bank
  let bouncer: Bouncer
  let settings: tactus_settings
  let plan: StemPlan?
  /// Collects the notes; nil if the settings do not request them.
  let collector: NoteCollector?

  /// - Parameter wantsNotes: whether to collect the notes; if nil, the settings decide.
  init(
    _ song: OpaquePointer?, _ bank: OpaquePointer?, _ settings: UnsafePointer<tactus_settings>?,
    wantsNotes: Bool? = nil
  ) throws {
    (self.song, self.bank) = (try Song.kind.object(song), try Bank.kind.object(bank))
    self.settings = try .reading(settings)
    let bouncer = try Bouncer(
      self.song.file, bank: self.bank.soundBank, settings: self.settings.bounceSettings(), choice: .concatenated)
    plan = try self.settings.stemSplit().map { try bouncer.stems(by: $0) }
    let areRequested = try self.settings.collectsNotes()
    collector = wantsNotes ?? areRequested ? NoteCollector(for: bouncer) : nil
    self.bouncer = bouncer
  }

  /// Receives voice events; nil if nobody needs them.
  var trace: ((VoiceEvent) -> Void)? { collector.map { collector in { collector.take($0) } } }
}

/// The audio of a song, with its stems and notes.
final class RenderedAudio: @unchecked Sendable {  // immutable once created
  static let kind = HandleKind<RenderedAudio>(kind: CTACTUS_AUDIO, name: "audio")

  let audio: BounceAudio
  let stemNames: CallerTexts
  /// The notes; nil if they were not requested.
  let notes: [BounceNote]?

  init(_ rendering: Rendering) throws {
    let synth = SynthPool.shared.take()
    defer { SynthPool.shared.put(back: synth) }
    audio = try rendering.bouncer.audio(
      stems: rendering.plan, with: WorkerPool(width: rendering.settings.width), on: synth,
      progress: rendering.settings.report, trace: rendering.trace)
    notes = rendering.collector?.finish()
    stemNames = CallerTexts(audio.stems.map(\.name))
  }
}

extension tactus_report {
  init(_ report: BounceReport) {
    self.init()
    sample_rate = Int32(report.sampleRate)
    frames = report.frameCount
    notes = Int64(report.noteCount)
    peak = report.peak
    missing_presets = Int32(report.missingPresets.count)
    tail_is_cut = report.isTailCut ? 1 : 0
    unreadable_samples = Int32(report.unreadableSamples.count)
  }
}

@_cdecl("tactus_render")
package func tactus_render(
  _ song: OpaquePointer?, _ bank: OpaquePointer?, _ settings: UnsafePointer<tactus_settings>?,
  _ report: UnsafeMutablePointer<tactus_report>?
) -> OpaquePointer? {
  RenderedAudio.kind.make {
    if let report { try tactus_report().write(to: report, "report") }
    let rendered = try RenderedAudio(Rendering(song, bank, settings))
    if let report { try tactus_report(rendered.audio.report).write(to: report, "report") }
    return rendered
  }
}

@_cdecl("tactus_render_file")
package func tactus_render_file(
  _ song: OpaquePointer?, _ bank: OpaquePointer?, _ settings: UnsafePointer<tactus_settings>?,
  _ path: UnsafePointer<CChar>?, _ sampleFormat: Int32, _ notesPath: UnsafePointer<CChar>?,
  _ report: UnsafeMutablePointer<tactus_report>?
) -> Int32 {
  status {
    if let report { try tactus_report().write(to: report, "report") }
    let rendering = try Rendering(song, bank, settings, wantsNotes: notesPath != nil)
    let path = try filePath(path, "path")
    let notesPath = try notesPath.map { try filePath($0, "notes_path") }
    try rendering.checkOutputs(path, notes: notesPath)
    var output = BounceOutput()
    output.sampleFormat = try SampleFormat(bits: sampleFormat)
    output.metadata = AudioFileMetadata(of: rendering.song.file)
    output.metadata.software = "Tactus"
    let synth = SynthPool.shared.take()
    defer { SynthPool.shared.put(back: synth) }
    let result = try rendering.bouncer.write(
      to: path, as: output, with: WorkerPool(width: rendering.settings.width), on: synth,
      progress: rendering.settings.report, trace: rendering.trace
    ) {
      guard let notesPath, let collector = rendering.collector else { return }
      try BounceNote.write(collector.finish(), sampleRate: Double(rendering.settings.sample_rate), to: notesPath)
    }
    if let report { try tactus_report(result.bounce).write(to: report, "report") }
  }
}

extension Rendering {
  /// Throws if one of the two outputs would overwrite the song or a bank, or if both are the same file.
  fileprivate func checkOutputs(_ path: String, notes: String?) throws(CallFailure) {
    try checkOutput(path, "output")
    guard let notes else { return }
    try checkOutput(notes, "file of notes")
    guard !SameFile.wouldBe(notes, path) else {
      throw .argument("\(notes): the file of notes would overwrite the audio file; choose another file")
    }
  }

  private func checkOutput(_ path: String, _ name: String) throws(CallFailure) {
    if let song = song.path, SameFile.check(path, song) {
      throw CallFailure(TACTUS_ERROR_FILE, "\(path): the \(name) would overwrite the song; choose another file")
    }
    for bank in bank.paths where SameFile.check(path, bank) {
      throw CallFailure(TACTUS_ERROR_FILE, "\(path): the \(name) would overwrite a bank; choose another file")
    }
  }
}

/// Returns the path of a file. "-" would be standard output.
private func filePath(_ path: UnsafePointer<CChar>?, _ name: String) throws(CallFailure) -> String {
  let path = try text(path, name)
  guard path != "-" else { throw CallFailure(TACTUS_ERROR_FILE, "-: expected the path of a file") }
  return path
}

extension SampleFormat {
  fileprivate init(bits: Int32) throws(CallFailure) {
    switch Int(bits) {
    case TACTUS_INT16: self = .int16
    case TACTUS_INT24: self = .int24
    case TACTUS_FLOAT32: self = .float32
    default: throw .setting("`sample_format` must be 16, 24 or 32")
    }
  }
}
