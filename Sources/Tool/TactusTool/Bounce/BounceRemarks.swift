import Tactus

/// The remarks about a bounce for the user.
struct BounceRemarks {
  let songName: String
  /// The number of the song's defects.
  let defects: Int
  let settings: BounceSettings
  let sampleFormat: SampleFormat

  /// Returns one sentence for each remark.
  func words(_ report: BounceFileReport) -> [String] {
    let (bounce, statistics) = (report.bounce, report.file.statistics)
    var remarks: [String] = []
    if defects > 0 { remarks.append("\(songName): \(defects.counted("defect")); `tactus inspect` lists them") }
    if statistics.clippedSampleCount > 0, !sampleFormat.isFloat {
      let gain = settings.synth.gain - BounceWords.level(bounce.peak) - 0.1
      remarks.append(
        "\(statistics.clippedSampleCount.counted("sample")) clipped; lower the level with --gain \(gain.fixed(1)), "
          + "or use --depth f32")
    }
    remarks += bounce.missingPresets.map(\.sentence)
    if let first = bounce.unreadableSamples.first {
      let more = bounce.unreadableSamples.count - 1
      remarks.append("\(first)" + (more > 0 ? "; and \(more.grouped) more" : ""))
    }
    if bounce.synth.silentNotes > 0 {
      remarks.append("\(bounce.synth.silentNotes.counted("note")) without a matching region in the bank")
    }
    if bounce.synth.stolenVoices > 0 {
      remarks.append(
        "\(bounce.synth.stolenVoices.counted("voice")) stolen: the song needs more than \(settings.synth.polyphony); "
          + "raise --polyphony")
    }
    remarks += BounceWords(bounce).remarks(settings)
    if bounce.lostVoiceEvents > 0 {
      remarks.append("the trace lacks \(bounce.lostVoiceEvents.counted("event")): too many happened at once")
    }
    if bounce.isTailCut {
      let isLongest = bounce.seconds + 0.001 >= settings.maximumLength
      remarks.append(
        isLongest
          ? "the tail was cut at the maximum length; use a longer --max-length"
          : "the tail was cut while it still sounded; use a longer --tail")
    }
    return remarks
  }
}
