/// The extremes and the mean power of each column of one channel, and the peak and power of the whole channel.
package struct Waveform {
  /// The measurements of one column of pixels.
  package struct Column {
    package var low: Float = 0
    package var high: Float = 0
    /// The sum of the squared samples.
    package var power = 0.0
    /// The number of samples.
    package var count = 0
    package var isClipped = false

    /// The root mean square.
    package var rms: Double { count > 0 ? (power / Double(count)).squareRoot() : 0 }
  }

  package private(set) var columns: [Column]
  package private(set) var peak: Float = 0
  package private(set) var power = 0.0
  /// The number of clipped samples: those beyond full scale, and those at full scale whose predecessor is at or beyond
  /// full scale too.
  package private(set) var clippedCount = 0
  /// The number of samples that are not finite: NaN, which counts as silence, and infinities, which count as ±1.
  package private(set) var invalidCount = 0

  private let fullScale: Float
  private var isLastFull = false
  /// The limit for float samples, which keeps sums finite.
  private static let limit: Float = 1000

  /// Measures a range of frames of a channel, in blocks.
  package init<Source: AudioPictureSource>(
    _ source: Source, channel: Int, frames: Range<Int>, columns count: Int
  ) throws(Source.Failure) {
    columns = Array(repeating: Column(), count: count)
    fullScale = source.fullScale
    for index in 0..<count {
      var rest = Self.frames(ofColumn: index, of: count, in: frames)
      while !rest.isEmpty {
        let piece = rest.prefix(1 << 16)
        take(try source.samples(channel: channel, frames: piece), into: index)
        rest = rest.dropFirst(piece.count)
      }
    }
  }

  /// Returns the frames of a column; if there are fewer frames than columns, some columns have none.
  package static func frames(ofColumn index: Int, of count: Int, in frames: Range<Int>) -> Range<Int> {
    func edge(_ index: Int) -> Int {
      frames.lowerBound + count.dividingFullWidth(frames.count.multipliedFullWidth(by: index)).quotient
    }
    return edge(index)..<edge(index + 1)
  }

  private mutating func take(_ samples: [Float], into index: Int) {
    var column = columns[index]
    if column.count == 0, let first = samples.first { (column.low, column.high) = (bounded(first), bounded(first)) }
    var sum = 0.0
    for raw in samples {
      let sample = bounded(raw)
      if !raw.isFinite { invalidCount += 1 }
      let size = abs(sample)
      column.low = min(column.low, sample)
      column.high = max(column.high, sample)
      sum += Double(sample) * Double(sample)
      let isFull = size >= fullScale
      if isFull {
        if size > 1 || isLastFull {
          clippedCount += 1
          column.isClipped = true
        }
        peak = max(peak, size)
      }
      isLastFull = isFull
    }
    peak = max(peak, max(abs(column.low), abs(column.high)))
    column.power += sum
    column.count += samples.count
    power += sum
    columns[index] = column
  }

  private func bounded(_ sample: Float) -> Float {
    sample.isFinite ? min(max(sample, -Self.limit), Self.limit) : sample.isNaN ? 0 : sample > 0 ? 1 : -1
  }
}
