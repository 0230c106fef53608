import TactusDSP

/// A recording as waveform (extremes and mean power of each channel, with what clips marked) and spectrogram.
///
/// - Thread: control
public struct AudioPicture: Sendable {
  /// The drawing.
  public let drawing: Drawing
  /// The seconds that it shows.
  public let seconds: ClosedRange<Double>
  /// The largest sample shown, as a level in dBFS; nil where all is silent.
  public let peakLevel: Double?
  /// Samples at full scale with a neighbour there, and those beyond it.
  public let clippedCount: Int

  /// The picture of a recording, read in pieces, so that its length does not matter to memory.
  ///
  /// - Parameters:
  ///   - source: where the samples come from.
  ///   - name: the headline where the settings have none, such as the file's name.
  ///   - settings: what to show and how large.
  public init<Source: AudioPictureSource>(
    _ source: Source, name: String, settings: PictureSettings = PictureSettings()
  ) throws(Source.Failure) {
    let layout = AudioLayout(source, settings: settings)
    var waves: [Waveform] = []
    for channel in layout.shown {
      waves.append(
        try Waveform(source, channel: channel, frames: layout.frames, columns: Int(layout.plot.width)))
    }
    var spectrogram: Spectrogram?
    if let panel = layout.spectrogram, !layout.frames.isEmpty {
      spectrogram = try Spectrogram(
        source, channels: layout.shown, frames: layout.frames, columns: Int(panel.width), rows: Int(panel.height),
        frequencies: layout.frequencies)
    }
    var lines: [[Float]] = []
    if layout.isSparse {
      for channel in layout.shown { lines.append(try source.samples(channel: channel, frames: layout.frames)) }
    }
    let painter = AudioPainter(
      layout: layout, waves: waves, lines: lines, spectrogram: spectrogram, words: source.sampleWords)
    drawing = painter.drawn(title: settings.title ?? name)
    seconds = layout.time.low...layout.time.high
    peakLevel = painter.peak > 0 ? AudioPainter.decibels(Double(painter.peak)) : nil
    clippedCount = painter.clippedCount
  }
}

/// Where everything of a recording's picture lies.
struct AudioLayout {
  /// What is shown of the recording.
  let frames: Range<Int>
  let rate: Double
  let channelCount: Int
  /// The channels that are shown, from 0.
  let shown: [Int]
  let length: Double
  /// Whether a part is shown that was asked for.
  let isPart: Bool
  let size: (width: Int, height: Int)
  /// The area of the waveforms and the spectrogram.
  let plot: Rect
  let panels: [Rect]
  let spectrogram: Rect?
  let time: AxisScale
  let frequencies: AxisScale

  /// More channels than these are not shown.
  static let channelLimit = 8
  private static let margin = 20.0

  init(_ source: some AudioPictureSource, settings: PictureSettings) {
    rate = source.boundedRate
    channelCount = source.channelCount
    let wanted = (0..<channelCount).lazy.filter { settings.channels?.contains($0) ?? true }
    shown = Array(wanted.prefix(Self.channelLimit))
    length = Double(source.frameCount) / rate
    isPart = settings.seconds != nil
    let rate = rate
    func frame(_ second: Double?, else other: Int) -> Int {
      guard let second else { return other }
      return Int(min(max(second * rate, 0), Double(source.frameCount)))
    }
    let from = min(frame(settings.seconds?.lowerBound, else: 0), max(0, source.frameCount - 1))
    let to = frame(settings.seconds?.upperBound, else: source.frameCount)
    frames = from..<max(to, min(from + 1, source.frameCount))
    size = settings.size(naturalHeight: 440 + 110 * Double(max(1, shown.count)))
    let hasLegend = size.width >= 480
    let (left, right) = (Self.margin + 46, Self.margin + (hasLegend ? 70 : 0))
    var area = Rect(x: left, y: 64, width: Double(size.width) - left - right, height: Double(size.height) - 64 - 36)
    plot = area
    let waveHeight = (area.height * Self.share(shown.count)).rounded()
    var waves = area.takeTop(waveHeight, gap: 12)
    let gap = 6.0
    let each = ((waves.height + gap) / Double(max(1, shown.count)) - gap).rounded(.down)
    panels = shown.map { _ in waves.takeTop(max(8, each), gap: gap) }
    spectrogram = area.height >= 40 ? Rect(x: area.x, y: area.y, width: area.width, height: area.height) : nil
    time = AxisScale(
      Double(frames.lowerBound) / rate, max(Double(frames.upperBound) / rate, (Double(frames.lowerBound) + 1) / rate),
      from: plot.x, to: plot.maxX)
    let panel = spectrogram ?? plot
    let top = rate / 2
    frequencies = AxisScale(
      min(30, top / 100), top, from: panel.maxY, to: panel.y, isLogarithmic: true)
  }

  /// How much of the height the waveforms take.
  private static func share(_ channels: Int) -> Double { min(0.72, 0.26 + 0.09 * Double(channels)) }

  /// Whether there are so few frames that they are points on a line.
  var isSparse: Bool { frames.count < Int(plot.width) * 2 }
}
