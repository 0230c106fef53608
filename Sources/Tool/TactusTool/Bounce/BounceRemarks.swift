import Tactus

/// The remarks about a bounce for the user.
struct BounceRemarks {
  let songName: String
  /// The number of the song's defects.
  let defects: Int
  let settings: BounceSettings
  let sampleFormat: SampleFormat
  let format: AudioFileFormat
  /// Whether options have set the length of the song.
  var hasGivenLength = false
  /// Whether the report is that of stems.
  var isOfStems = false

  /// Why nothing sounds.
  private var silence: String {
    if settings.channels != nil { return "the selected channels have no notes here; the output is silent" }
    let what = settings.range == nil ? "the song has no notes" : "no note starts in this part"
    return what + "; the output is silent"
  }

  /// Returns one sentence for each remark.
  ///
  /// - Parameter stems: the report of the stems; nil if the mix is written.
  func words(_ report: BounceFileReport, stems: StemFilesReport? = nil) -> [String] {
    let bounce = report.bounce
    var remarks = [InputFile.remark(onDefects: defects, of: songName)].compactMap(\.self)
    if let clipping = clipping(report) { remarks.append(clipping) }
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
    if bounce.noteCount == 0, report.file.statistics.peak == 0 {
      remarks.append(silence)
    } else if let stems {
      remarks += self.remarks(on: stems)
    }
    if !hasGivenLength, let loop = loopRemark(bounce) { remarks.append(loop) }
    remarks += levelRemarks(bounce)
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

  /// The remarks about silent and merged stems.
  private func remarks(on stems: StemFilesReport) -> [String] {
    var remarks: [String] = []
    let silent = stems.files.count { $0.isSilent }
    if silent > 0 {
      let what = silent == 1 ? "1 stem is silent" : "\(silent.grouped) stems are silent"
      remarks.append(what + "; --skip-silent-stems writes no files for silent stems")
    }
    if !stems.skipped.isEmpty { remarks.append("no files for \(stems.skipped.count.counted("silent stem"))") }
    if stems.mergedCount > 0 {
      remarks.append(
        "there are at most \(StemPlan.mostStems) stems; \((stems.mergedCount + 1).grouped) parts of the split share "
          + "the last one, Others")
    }
    return remarks
  }

  /// The remark about a loop whose end neither the song nor a range sets; nil for a range that ends with the song.
  private func loopRemark(_ bounce: BounceReport) -> String? {
    guard let loop = bounce.loop, let end = bounce.unmarkedLoopEnd else { return nil }
    let (isRange, isBeyond) = (settings.range != nil, settings.range?.to != nil)
    var words = isBeyond ? "--to lies after the end of the song; " : ""
    words += isRange ? "the range is repeated" : "the song has no loop markers; the whole song is repeated"
    guard settings.loopEnding == .nearestBarLine, let position = end.position else { return isRange ? nil : words }
    let distance = abs(loop.end - end.endOfTrack)
    if distance > 0 {
      let side = loop.end < end.endOfTrack ? "before" : "after"
      return words + " up to the start of bar \(position.bar), \(distance.counted("tick")) \(side) End of Track"
    }
    if position.beat != 1 || position.tick != 0 {
      words += " up to End of Track at bar\(position), which is not a bar line"
      return isBeyond ? words : words + "; --to sets another end"
    }
    if isBeyond { return words + " up to End of Track" }
    return isRange ? nil : words
  }

  /// The remarks about levels that could not be set.
  private func levelRemarks(_ bounce: BounceReport) -> [String] {
    var remarks: [String] = []
    if settings.level != .asPlayed, bounce.levelChange == nil {
      remarks.append("too short or too quiet to measure; the level is unchanged")
    }
    if case .loudness(let target) = settings.level, settings.limit != nil,
      let found = bounce.loudness?.integrated, abs(found - target) > 0.1
    {
      remarks.append(
        "\(found.fixed(1)) LUFS instead of \(target.fixed(1)): the limiter holds the song at its ceiling; "
          + "use a lower --loudness or a higher --limit")
    }
    return remarks
  }

  /// Says how many samples exceed full scale, and what helps.
  private func clipping(_ report: BounceFileReport) -> String? {
    let statistics = report.file.statistics
    guard statistics.clippedSampleCount > 0, format.isLossy || !sampleFormat.isFloat else { return nil }
    return statistics.clippedSampleCount.counted("sample") + (format.isLossy ? " above full scale; " : " clipped; ")
      + remedy(peak: statistics.peak) + (format.isCompressed ? "" : ", or use --depth f32")
  }

  /// Names what lowers a peak: the gain, unless the level is set. The limiter limits the mix of stems, not each stem;
  /// if the limit is lowered by as much as the gain, its gains stay the same.
  private func remedy(peak: Float) -> String {
    if isOfStems, settings.limit != nil {
      return "lower \(levelOption) and --limit by \((BounceWords.level(peak) + 0.1).fixed(1)) dB"
    }
    switch settings.level {
    case .asPlayed:
      return "lower the level with --gain \((settings.synth.gain - BounceWords.level(peak) - 0.1).fixed(1))"
    case .samplePeak, .truePeak: return "use a lower --normalize"
    case .loudness: return isOfStems ? "use a lower --loudness" : "use --limit, or a lower --loudness"
    }
  }

  /// The option that sets the level.
  private var levelOption: String {
    switch settings.level {
    case .asPlayed: "--gain"
    case .samplePeak, .truePeak: "--normalize"
    case .loudness: "--loudness"
    }
  }
}
