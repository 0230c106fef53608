import Tactus

/// The JSON object that describes a bounce to a file or to stems: of one song, or of a line of a batch.
struct BounceObject {
  /// The path of the song.
  let song: String
  /// The audio file; for stems, the folder, or the path that gives them their names.
  let output: String
  let options: BounceOptions
  /// The report of the file; for stems, of all files together.
  let report: BounceFileReport
  /// The report of the stems; nil if the mix is written.
  var stems: StemFilesReport?
  let banks: BankChoice
  /// The number of rendering threads.
  let threads: Int
  /// The time in seconds that rendering and writing took.
  let elapsed: Double
  /// The messages that the synthesizer does not follow; nil to leave them out.
  let unfollowed: UnfollowedMessages?
  let remarks: [String]
  /// The number of the line in the list; nil for songs from the command line.
  var line: Int?

  /// The object, with its members in the order of the documentation.
  var json: JSON {
    let members = (file + rendering + sound).compactMap { name, value in
      value.map { JSON.Member(name: name, value: $0) }
    }
    return .object(members + BounceWords(report.bounce).members)
  }

  /// The members that describe the file and its samples.
  private var file: [(String, JSON?)] {
    let (bounce, file) = (report.bounce, report.file)
    let peakDecibels: JSON = bounce.peak > 0 ? .number(BounceWords.level(bounce.peak)) : .null
    return [
      ("kind", .string(stems == nil ? "bounce" : "stems")), ("line", line.map { JSON($0) }), ("song", .string(song)),
      ("file", .string(output)), ("frames", JSON(bounce.frameCount)), ("rate", JSON(bounce.sampleRate)),
      ("seconds", .number(bounce.seconds)), ("depth", depth.map { .string($0) }), ("bytes", JSON(file.byteCount)),
      ("peak", .number(Double(bounce.peak))), ("peakDecibels", peakDecibels),
      ("clippedSamples", JSON(file.statistics.clippedSampleCount)),
    ]
  }

  /// The bit depth; nil for lossy formats, which have none.
  private var depth: String? { options.fileFormat(of: output).isLossy ? nil : options.depthName }

  /// The members that describe how the file was rendered.
  private var rendering: [(String, JSON?)] {
    [
      ("elapsedSeconds", .number(elapsed)), ("timesRealTime", .number(report.bounce.seconds / max(elapsed, 1e-6))),
      ("threads", JSON(threads)), ("banks", banks.json), ("bankReason", .string(banks.reasonWords)),
    ]
  }

  /// The members that describe what sounds, and the remarks.
  private var sound: [(String, JSON?)] {
    let (bounce, synth) = (report.bounce, report.bounce.synth)
    let systemMessages: JSON = [
      "followed": JSON(synth.systemMessages), "ignored": JSON(synth.ignoredSystemMessages),
      "badChecksum": JSON(synth.badChecksums), "tooLong": JSON(synth.longSystemMessages),
    ]
    return [
      ("noteCount", JSON(bounce.noteCount)), ("voicesStarted", JSON(synth.voicesStarted)),
      ("peakVoices", JSON(synth.peakVoices)), ("stolenVoices", JSON(synth.stolenVoices)),
      ("silentNotes", JSON(synth.silentNotes)), ("missingPresets", .array(bounce.missingPresets.map(\.json))),
      ("systemMessages", systemMessages), ("unfollowedMessages", unfollowed?.json),
      ("isTailCut", .bool(bounce.isTailCut)), ("stems", stems.map { .array($0.files.map(Self.object(ofFile:))) }),
      ("skippedStems", stems.map { .array($0.skipped.map(Self.object(of:))) }),
      ("mergedStems", stems.map { JSON($0.mergedCount) }),
      ("remarks", .array(remarks.map { .string($0) })),
    ]
  }

  private static func object(ofFile stem: StemFilesReport.StemFile) -> JSON {
    let file: JSON = ["file": .string(stem.path)]
    let summary: JSON = [
      "bytes": JSON(stem.file.byteCount), "clippedSamples": JSON(stem.file.statistics.clippedSampleCount),
      "silent": .bool(stem.isSilent),
    ]
    let levels = BounceWords.members(ofPeak: stem.level.peak)
    let measured = stem.level.loudness.map { BounceWords.members(of: $0) } ?? []
    return file + object(of: stem.stem) + summary + .object(levels + measured)
  }

  private static func object(of stem: Stem) -> JSON {
    ["number": JSON(stem.number), "name": .string(stem.name), "noteCount": JSON(stem.noteCount)]
  }
}
