import Tactus

/// The report of a rendering, as text and as JSON.
struct BounceWords {
  private let report: BounceReport

  init(_ report: BounceReport) { self.report = report }

  /// Returns the summary of a file: length, peak, and measurements.
  func line(_ path: String) -> String {
    let peak = report.peak > 0 ? "\(Self.level(report.peak).fixed(1)) dBFS" : "none: silence"
    return (["\(path): \(report.seconds.asClock)", "peak \(peak)"] + measured).joined(separator: ", ")
  }

  /// Loudness, loudness range, true peak and gain reduction; empty if nothing was measured.
  var measured: [String] {
    guard let loudness = report.loudness else { return [] }
    var words: [String] = []
    if let integrated = loudness.integrated { words.append("\(integrated.fixed(1)) LUFS") }
    if let range = loudness.range { words.append("range \(range.fixed(1)) LU") }
    if let peak = loudness.truePeakDecibels { words.append("true peak \(peak.fixed(1)) dBTP") }
    if loudness.reduction > 0.05 { words.append("limited by \(loudness.reduction.fixed(1)) dB") }
    return words
  }

  /// The JSON members that exist only if they were requested.
  var members: [JSON.Member] {
    var members: [JSON.Member] = []
    func add(_ name: String, _ value: JSON) { members.append(.init(name: name, value: value)) }
    if let loudness = report.loudness {
      members += Self.members(of: loudness)
      add("limiterReduction", .number(loudness.reduction == 0 ? 0 : loudness.reduction))
    }
    if let change = report.levelChange { add("levelChange", .number(change)) }
    if let loop = report.loop {
      var object: JSON = ["start": JSON(loop.start), "end": JSON(loop.end), "marks": .string(loop.marks.rawValue)]
      if let end = report.unmarkedLoopEnd { object = object + ["endOfTrack": JSON(end.endOfTrack)] }
      add("loop", object)
    }
    if let frames = report.loopFrames { add("loopFrames", [JSON(frames.lowerBound), JSON(frames.upperBound)]) }
    return members
  }

  /// The JSON members of a measured loudness and true peak; null where nothing could be measured.
  static func members(of loudness: LoudnessReport) -> [JSON.Member] {
    func member(_ name: String, _ value: Double?) -> JSON.Member {
      JSON.Member(name: name, value: value.map { .number($0) } ?? .null)
    }
    return [
      member("loudness", loudness.integrated), member("loudnessRange", loudness.range),
      member("truePeakDecibels", loudness.truePeakDecibels),
    ]
  }

  /// The JSON members of a sample peak: the factor and its decibels, which are null for silence.
  static func members(ofPeak peak: Float) -> [JSON.Member] {
    [
      JSON.Member(name: "peak", value: .number(Double(peak))),
      JSON.Member(name: "peakDecibels", value: peak > 0 ? .number(level(peak)) : .null),
    ]
  }

  /// Returns a magnitude in decibels below full scale.
  static func level(_ magnitude: Float) -> Double { ExactMath.log2(Double(magnitude)) * 6.020599913279624 }
}

extension JSON {
  /// The members of both objects in order.
  static func + (a: JSON, b: JSON) -> JSON {
    guard case .object(let first) = a, case .object(let second) = b else { return a }
    return .object(first + second)
  }
}
