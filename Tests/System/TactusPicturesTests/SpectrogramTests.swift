import TactusPictures
import TestSupport
import Testing

@Suite struct SpectrogramTests {
  private static let rows = 200
  /// Logarithmic from 30 Hz at the bottom to 24 kHz at the top.
  private static let axis = AxisScale(30, 24_000, from: Double(rows), to: 0, isLogarithmic: true)

  private func spectrogram(_ tone: Tone, columns: Int = 5) -> Spectrogram {
    Spectrogram(
      tone, channels: Array(0..<tone.channelCount), frames: 0..<tone.frameCount, columns: columns, rows: Self.rows,
      frequencies: Self.axis)
  }

  private func loudestRow(_ picture: Spectrogram, column: Int) -> Int {
    (0..<picture.rowCount).max { picture.level(column: column, row: $0) < picture.level(column: column, row: $1) } ?? -1
  }

  @Test(arguments: [110.0, 440, 1000, 4321, 15_000]) func aSineIsAtItsFrequencysRow(hertz: Double) {
    let picture = spectrogram(.sine(hertz))
    for column in 1...3 {
      #expect(abs(Double(loudestRow(picture, column: column)) + 0.5 - Self.axis.position(hertz)) <= 1.5)
    }
  }

  @Test(arguments: [(1.0, 0.0), (0.5, -6.02), (0.01, -40)]) func aSinesLevelIsItsAmplitudes(
    amplitude: Double, decibels: Double
  ) {
    // 1500 Hz lies on a bin of every window.
    let picture = spectrogram(.sine(1500, amplitude: amplitude))
    #expect(abs(Double(picture.peak) - decibels) < 0.3)
  }

  @Test func twoEqualChannelsAreAsLoudAsOne() {
    let (one, two) = (spectrogram(.sine(1500)), spectrogram(.sine(1500, channels: 2)))
    #expect(abs(one.peak - two.peak) < 0.01)
    // Three go through two transforms.
    #expect(abs(one.peak - spectrogram(.sine(1500, channels: 3)).peak) < 0.01)
  }

  @Test func timeGoesToTheRight() {
    let tone = Tone { frame, _ in frame < 24_000 ? 0 : Float(frame % 32 < 16 ? 0.5 : -0.5) }
    let picture = spectrogram(tone, columns: 10)
    let row = Int(Self.axis.position(1500))
    #expect(picture.level(column: 2, row: row) == Spectrogram.floor)
    #expect(picture.level(column: 7, row: row) > -12)
  }

  @Test func whatIsNoNumberDoesNotSpread() {
    let picture = spectrogram(Tone { frame, _ in frame % 1000 == 0 ? .nan : frame % 777 == 0 ? .infinity : 0 })
    for column in 0..<5 {
      for row in 0..<Self.rows { #expect(picture.level(column: column, row: row).isFinite) }
    }
  }
}
