import TactusDSP

/// Levels by time and frequency: one column per pixel of width, one row per pixel of height, with a logarithmic
/// frequency axis.
package struct Spectrogram: Sendable {
  package let columnCount, rowCount: Int
  /// The levels in decibels, 0 for a full-scale sine; column by column, the highest frequency first.
  private var levels: [Float]
  /// The highest level.
  package private(set) var peak: Float = Self.floor

  /// The level of silence.
  package static let floor: Float = -200
  /// The number of windows per column whose mean power is shown.
  private static let windowsPerColumn = 8
  /// The maximum number of channels analyzed.
  private static let channelLimit = 8

  /// Measures a range of frames; `frequencies` returns the frequency of each row.
  package init<Source: AudioPictureSource>(
    _ source: Source, channels: [Int], frames: Range<Int>, columns: Int, rows: Int, frequencies: AxisScale
  ) throws(Source.Failure) {
    columnCount = max(1, columns)
    rowCount = max(1, rows)
    levels = []
    levels.reserveCapacity(columnCount * rowCount)
    let size = Self.windowSize(rate: source.boundedRate, frames: frames.count)
    let bands = (0..<rowCount).map { row in
      Band(
        from: frequencies.value(frequencies.end + Double(row + 1)),
        to: frequencies.value(frequencies.end + Double(row)),
        binsPerHertz: Double(size) / source.boundedRate, last: size / 2)
    }
    var window = SpectralWindow(size: size)
    for column in 0..<columnCount {
      let power = try Self.power(
        source, Array(channels.prefix(Self.channelLimit)),
        Waveform.frames(ofColumn: column, of: columnCount, in: frames), size, &window)
      for band in bands {
        let level = Float(max(ExactMath.log2(band.power(power)) * 3.010299956639812, Double(Self.floor)))
        peak = max(peak, level)
        levels.append(level)
      }
    }
  }

  /// Returns the level at a column and a row, counted from the top.
  package func level(column: Int, row: Int) -> Float { levels[column * rowCount + row] }

  /// The window length: about 85 ms, which resolves a semitone at 200 Hz; shorter for short recordings.
  private static func windowSize(rate: Double, frames: Int) -> Int {
    let wanted = min(rate * 0.085, max(256, Double(frames) / 6))
    var size = 256
    while Double(size) * 1.5 < wanted, size < 1 << 16 { size *= 2 }
    return size
  }

  /// Returns the mean power of the windows centered in a column, averaged over the channels.
  private static func power<Source: AudioPictureSource>(
    _ source: Source, _ channels: [Int], _ frames: Range<Int>, _ size: Int, _ window: inout SpectralWindow
  ) throws(Source.Failure) -> [Double] {
    let count = min(windowsPerColumn, max(1, 2 * frames.count / size))
    var sum = [Double](repeating: 0, count: size / 2 + 1)
    for index in 0..<count {
      let middle = frames.lowerBound + (2 * index + 1) * frames.count / (2 * count)
      let start = middle - size / 2
      // One complex transform serves two channels.
      for pair in stride(from: 0, to: channels.count, by: 2) {
        let left = try samples(source, channels[pair], from: start, size)
        let right = pair + 1 < channels.count ? try samples(source, channels[pair + 1], from: start, size) : nil
        window.addPower(left, right, to: &sum)
      }
    }
    let scale = 1 / Double(count * max(1, channels.count))
    return sum.map { $0 * scale }
  }

  /// Returns samples starting at a frame, with silence before the start and after the end.
  private static func samples<Source: AudioPictureSource>(
    _ source: Source, _ channel: Int, from start: Int, _ count: Int
  ) throws(Source.Failure) -> [Float] {
    let inside = (start..<start + count).clamped(to: 0..<source.frameCount)
    let samples = inside.isEmpty ? [] : try source.samples(channel: channel, frames: inside)
    if samples.count == count { return samples }
    let before = [Float](repeating: 0, count: min(max(0, -start), count))
    return before + samples + [Float](repeating: 0, count: max(0, count - before.count - samples.count))
  }
}

/// Computes the power of each bin with a Hann window; the power of a full-scale sine is 1.
private struct SpectralWindow {
  private let transform: FourierTransform
  private let weights: [Double]
  private var re: [Double]
  private var im: [Double]

  init(size: Int) {
    transform = FourierTransform(count: size)
    weights = (0..<size).map { 0.5 - 0.5 * ExactMath.cos2Pi((Double($0) + 0.5) / Double(size)) }
    re = Array(repeating: 0, count: size)
    im = re
  }

  /// Adds the power spectra of two real signals, computed with one complex transform: |L|² + |R|² is the mean of the
  /// squared magnitudes of a bin and its mirrored bin.
  mutating func addPower(_ left: [Float], _ right: [Float]?, to sum: inout [Double]) {
    let size = weights.count
    for index in 0..<size {
      re[index] = Self.finite(left[index]) * weights[index]
      im[index] = right.map { Self.finite($0[index]) * weights[index] } ?? 0
    }
    transform.forward(&re, &im)
    let scale = 8 / (Double(size) * Double(size))
    for bin in 0...size / 2 {
      let mirrored = (size - bin) % size
      let square = re[bin] * re[bin] + im[bin] * im[bin] + re[mirrored] * re[mirrored] + im[mirrored] * im[mirrored]
      sum[bin] += square * scale
    }
  }

  private static func finite(_ sample: Float) -> Double {
    sample.isFinite ? Double(min(max(sample, -1000), 1000)) : 0
  }
}

/// Computes the power of one row: the highest of several bins, or an interpolation between two bins.
private struct Band {
  private let first, last: Int
  /// The position between the two bins, 0…1, if the row is too narrow for several bins; otherwise nil.
  private let part: Double?

  init(from low: Double, to high: Double, binsPerHertz: Double, last limit: Int) {
    let (a, b) = (min(low * binsPerHertz, Double(limit)), min(high * binsPerHertz, Double(limit)))
    if b - a >= 1.5 {
      first = min(limit, max(0, Int(a.rounded())))
      last = min(limit, max(first, Int(b.rounded()) - 1))
      part = nil
    } else {
      let middle = min(max((a + b) / 2, 0), Double(limit))
      first = Int(middle)
      last = min(limit, first + 1)
      part = middle - Double(first)
    }
  }

  func power(_ bins: [Double]) -> Double {
    guard let part else { return bins[first...last].reduce(0, max) }
    return bins[first] + (bins[last] - bins[first]) * part
  }
}
