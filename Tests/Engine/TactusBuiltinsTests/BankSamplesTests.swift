import TactusDSP
import TactusFiles
import Testing

@Suite struct BankSamplesTests {
  /// SoundFont 2.04 §7.10: a loop has at least 32 points and eight points of room on either side.
  @Test func loopsAreLawful() {
    for sample in Made.bank.samples {
      guard let loop = sample.loop, !loop.isEmpty else { continue }
      let name = Made.bank.name(of: sample)
      #expect(loop.count >= 32, "\(name): \(loop.count) points")
      #expect(loop.lowerBound >= sample.start + 8 && loop.upperBound <= sample.end - 8, "\(name)")
    }
  }

  /// The points after a loop are those at its start, so that interpolation is seamless.
  @Test func loopsGoOnAsTheyBegin() {
    for sample in Made.bank.samples {
      guard let loop = sample.loop, !loop.isEmpty else { continue }
      let frames = Made.bank.pool.frames
      for i in 0..<8 {
        #expect(frames[loop.upperBound + i] == frames[loop.lowerBound + i], "\(Made.bank.name(of: sample))")
      }
    }
  }

  /// At the loop's end, the points are as smooth as elsewhere in the loop: the fourth difference is not larger.
  @Test func loopsCloseSmoothly() {
    for sample in Made.bank.samples {
      guard let loop = sample.loop, loop.count >= 32 else { continue }
      let frames = Made.bank.pool.frames
      func roughness(_ at: (Int) -> Int16) -> Int {
        let (a, b, c, d, e) = (Int(at(0)), Int(at(1)), Int(at(2)), Int(at(3)), Int(at(4)))
        return abs(a - 4 * b + 6 * c - 4 * d + e)
      }
      var inside = 0
      for i in stride(from: loop.lowerBound, to: loop.upperBound - 4, by: 1) {
        inside = max(inside, roughness { frames[i + $0] })
      }
      var seam = 0
      for i in -4..<0 {
        seam = max(seam, roughness { frames[i + $0 < 0 ? loop.upperBound + i + $0 : loop.lowerBound + i + $0] })
      }
      #expect(seam <= inside * 3 / 2 + 24, "\(Made.bank.name(of: sample)): \(seam) at the seam, \(inside) inside")
    }
  }

  @Test func samplesAreLoudButDoNotClip() {
    for sample in Made.bank.samples {
      var top = 0
      for frame in Made.bank.frames(of: sample) { top = max(top, abs(Int(frame))) }
      #expect((29_000...31_000).contains(top), "\(Made.bank.name(of: sample)) peaks at \(top)")
    }
  }

  @Test func soundsThatEndDoSoInSilence() {
    for sample in Made.bank.samples where sample.loop?.isEmpty ?? true {
      let end = Made.bank.frames(of: sample).suffix(4).map { abs(Int($0)) }
      #expect((end.max() ?? 0) < 100, "\(Made.bank.name(of: sample)) ends at \(end)")
    }
  }

  /// The loop of every tuned sample holds whole periods of its key to a tenth of a cent, and its power lies on the key's
  /// harmonics rather than between them.
  @Test func tunedSamplesAreInTune() {
    var tuned: Set<Int> = []
    for program in 0..<112 {
      for zone in Made.bank.instrumentZones(bank: 0, program: program) {
        if let target = zone.target, Made.bank.value(.scaleTuning, in: zone) ?? 100 == 100 { tuned.insert(target) }
      }
    }
    #expect(tuned.count > 200)
    for index in tuned.sorted() {
      let sample = Made.bank.samples[index]
      guard let loop = sample.loop, !loop.isEmpty else { continue }
      let name = Made.bank.name(of: sample)
      let wanted = 440 * ExactMath.exp2((Double(sample.originalKey) - 69) / 12)
      let periods = ExactMath.nearest(wanted * Double(loop.count) / Double(sample.sampleRate))
      let found = periods * Double(sample.sampleRate) / Double(loop.count)
      let cents = 1200 * ExactMath.log2(found / wanted)
      #expect(abs(cents) < 0.1, "\(name) is \(cents) cents off")
      // Drawbars sound below and between the harmonics.
      guard periods >= 2, !name.contains("Drawbars") else { continue }
      let points = (Made.bank.pool.frames + loop.lowerBound, loop.count)
      var (on, between) = (0.0, 0.0)
      for harmonic in 1...5 {
        on += power(points, bin: periods * Double(harmonic))
        between += power(points, bin: ExactMath.nearest(periods * (Double(harmonic) + 0.5)))
      }
      #expect(on > between * 8, "\(name): power \(on) on the harmonics, \(between) between")
    }
  }

  /// Goertzel's algorithm: the power of one bin of the loop's spectrum.
  private func power(_ points: (UnsafePointer<Int16>, Int), bin: Double) -> Double {
    let factor = 2 * ExactMath.cos2Pi(bin / Double(points.1))
    var (a, b) = (0.0, 0.0)
    var i = 0
    while i < points.1 {
      let next = Double(points.0[i]) + factor * a - b
      b = a
      a = next
      i += 1
    }
    return (a * a + b * b - factor * a * b) / (Double(points.1) * Double(points.1))
  }
}
