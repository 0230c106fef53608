import TactusPictures
import TestSupport
import Testing

@Suite struct WaveformTests {
  @Test func extremesAndPowerOfEachColumn() {
    let tone = Tone(frameCount: 1000) { frame, _ in frame < 500 ? 0.25 : frame % 2 == 0 ? 0.5 : -1 }
    let wave = Waveform(tone, channel: 0, frames: 0..<1000, columns: 2)
    #expect(wave.columns[0].low == 0.25 && wave.columns[0].high == 0.25 && wave.columns[0].rms == 0.25)
    #expect(wave.columns[1].low == -1 && wave.columns[1].high == 0.5)
    #expect(abs(wave.columns[1].rms - 0.625.squareRoot()) < 1e-9)
    #expect(wave.peak == 1)
  }

  @Test func everyFrameIsInOneColumn() {
    for (frames, columns) in [(7, 3), (3, 7), (100_000, 333), (0, 5), (1, 1)] {
      var next = 10
      for column in 0..<columns {
        let range = Waveform.frames(ofColumn: column, of: columns, in: 10..<10 + frames)
        #expect(range.lowerBound == next)
        next = range.upperBound
      }
      #expect(next == 10 + frames)
    }
  }

  /// A single sample at full scale does not count as clipped; several in a row do, and so does each sample beyond full
  /// scale.
  @Test func clipping() {
    func count(_ values: [Float]) -> Int {
      Waveform(
        Tone(frameCount: values.count) { frame, _ in values[frame] }, channel: 0, frames: 0..<values.count, columns: 1
      ).clippedCount
    }
    #expect(count([0, 1, 0, -1, 0]) == 0)
    #expect(count([0, 1, 1, 1, 0]) == 2)
    #expect(count([0, 1.5, 0]) == 1)
  }

  @Test func thePictureOfAnythingIsFinite() {
    for tone in [
      Tone(frameCount: 0) { _, _ in 0 }, Tone(frameCount: 1) { _, _ in 1 },
      Tone(frameCount: 500) { frame, _ in frame % 3 == 0 ? .nan : frame % 3 == 1 ? -.infinity : 1e30 },
      Tone(channelCount: 40, frameCount: 300) { frame, channel in Float(frame * channel) / 20_000 },
      Tone(sampleRate: 1e300, frameCount: 300) { _, _ in 0.1 }, Tone(sampleRate: 1e-300, frameCount: 3) { _, _ in 0.1 },
    ] {
      var settings = PictureSettings()
      settings.size = .init(width: 330, height: 210)
      let drawing = AudioPicture(tone, name: "odd", settings: settings).drawing
      #expect(drawing.svg() == AudioPicture(tone, name: "odd", settings: settings).drawing.svg())
      #expect(drawing.isFinite)
    }
  }
}

extension Drawing {
  /// Whether all its channelIndices are numbers, and not far outside.
  var isFinite: Bool {
    let area = bounds.inset(-100, -100)
    func isInside(_ rect: Rect) -> Bool {
      rect.width >= 0 && rect.height >= 0 && area.contains(Point(rect.x, rect.y))
        && area.contains(Point(rect.maxX, rect.maxY))
    }
    return shapes.allSatisfy { shape in
      switch shape {
      case .rects(let rects, _): rects.allSatisfy(isInside)
      case .fill(let path, _): path.runs.joined().allSatisfy(area.contains)
      case .stroke(let path, _, let width): width > 0 && path.runs.joined().allSatisfy(area.contains)
      case .text(let text): area.contains(text.position)
      case .image(_, let rect): isInside(rect)
      }
    }
  }

  var texts: [Text] {
    shapes.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }
}
