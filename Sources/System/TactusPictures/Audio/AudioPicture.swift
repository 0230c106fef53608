import TactusDSP

/// A recording as a waveform (extremes and mean power of each channel, with clipping marked) and a spectrogram.
///
/// - Thread: control
public struct AudioPicture: Sendable {
  /// The drawing.
  public let drawing: Drawing
  /// The range of seconds that it shows.
  public let seconds: ClosedRange<Double>
  /// The largest sample shown, in dBFS; nil for silence.
  public let peakLevel: Double?
  /// The number of clipped samples: those beyond full scale, and those directly after another one at full scale.
  public let clippedCount: Int

  /// Draws a recording. It is read in blocks, so memory does not depend on its length.
  ///
  /// - Parameters:
  ///   - source: provides the samples.
  ///   - name: the title if the settings have none, such as the file's name.
  ///   - settings: the part to show, and the size.
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

/// The layout of a recording's picture.
struct AudioLayout {
  /// The part of the recording that is shown.
  let frames: Range<Int>
  let rate: Double
  let channelCount: Int
  /// The channels that are shown, from 0.
  let shown: [Int]
  let length: Double
  /// Whether the settings request a range of time.
  let isPart: Bool
  let size: (width: Int, height: Int)
  /// The area of the waveforms and the spectrogram.
  let plot: Rect
  let panels: [Rect]
  let spectrogram: Rect?
  let time: AxisScale
  let frequencies: AxisScale

  /// The maximum number of channels shown.
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

  /// Returns the fraction of the height that the waveforms take.
  private static func share(_ channels: Int) -> Double { min(0.72, 0.26 + 0.09 * Double(channels)) }

  /// Whether there are so few frames that they are drawn as points on a line.
  var isSparse: Bool { frames.count < Int(plot.width) * 2 }
}
