import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

@Suite("Euclidean rhythms compiled on the audio thread")
struct EuclidCompilerTests {
  /// The settings as a track with a pattern.
  func track(_ rhythm: EuclidTrack, swing: Double) -> Track {
    let hit = Step(probability: Double(rhythm.probability) / 100)
    let pattern = Pattern(
      .euclid(rhythm.onsets, of: rhythm.steps, rotation: rhythm.rotation, hit: hit), stepLength: rhythm.stepLength,
      key: rhythm.key, velocity: rhythm.velocity, gate: rhythm.gate)
    var track = Track(pattern, channel: rhythm.channel)
    track.isMuted = !rhythm.isOn
    if swing > 50 { track.swing = Swing(percent: swing, step: rhythm.stepLength) }
    return track
  }

  func randomTrack(_ random: inout SeededGenerator) -> EuclidTrack {
    var rhythm = EuclidTrack()
    rhythm.isOn = Bool.random(using: &random)
    rhythm.steps = Int.random(in: 1...64, using: &random)
    rhythm.onsets = Int.random(in: 0...64, using: &random)
    rhythm.rotation = Int.random(in: 0...63, using: &random)
    rhythm.stepLength = [80_640, 60_480, 5_040, 3_360, 7_560, 840, 3][Int.random(in: 0..<7, using: &random)]
    rhythm.key = UInt8.random(in: 0...127, using: &random)
    rhythm.velocity = UInt8.random(in: 1...127, using: &random)
    rhythm.gate = Int.random(in: 1...200, using: &random)
    rhythm.probability = Bool.random(using: &random) ? 100 : Int.random(in: 0...100, using: &random)
    rhythm.channel = UInt8.random(in: 0...15, using: &random)
    return rhythm
  }

  /// Law: the tracks are compiled as the control side compiles tracks with the same patterns.
  @Test("the result is that of the compiler for patterns")
  func sameAsPatterns() {
    let seed = seed(of: "Euclidean rhythms")
    var random = SeededGenerator(seed: seed)
    let memory = EuclidMemory(trackCount: 8, sampleRate: 44_100)
    for round in 0..<rounds(200) {
      let rhythms = (0..<8).map { _ in randomTrack(&random) }
      let swing = Bool.random(using: &random) ? 50 : Double.random(in: 50...75, using: &random)
      let number = UInt64.random(in: 0...9_999, using: &random)
      let sequence = MIDISequence(rhythms.map { track($0, swing: swing) }, seed: number)
      var compiler = TimelineCompiler(sampleRate: 44_100)
      let expected = compiler.compile(sequence)
      let header = rhythms.withUnsafeBufferPointer {
        memory.compiler.pointee.compile($0.baseAddress!, swing: Swing(percent: swing).hundredths, seed: number)
      }
      #expect(header.pointee.seed == expected.header.pointee.seed)
      #expect(header.pointee.ticksPerQuarter == expected.header.pointee.ticksPerQuarter)
      for index in 0..<8 {
        let (made, wanted) = (header.pointee.tracks![index], expected.header.pointee.tracks![index])
        let sentence = "seed \(seed), round \(round), track \(rhythms[index]), swing \(swing)"
        #expect(made.id == wanted.id && made.start == wanted.start && made.loopLength == wanted.loopLength)
        #expect(made.isAudible == wanted.isAudible && made.channel == wanted.channel && made.port == wanted.port)
        #expect(made.loopEnd == wanted.loopEnd && made.overlap == wanted.overlap)
        #expect(made.beforeStart == wanted.beforeStart && made.passLimit == wanted.passLimit)
        #expect(made.chanceCount == wanted.chanceCount)
        for pass in 0..<4 {
          let begin = Tick(pass) * made.loopLength
          #expect(Array(made.notes(ofPassAt: begin)) == Array(wanted.notes(ofPassAt: begin)), "\(sentence)")
        }
        for chance in 0..<min(made.chanceCount, wanted.chanceCount) {
          #expect(made.chances![chance] == wanted.chances![chance], "\(sentence)")
        }
      }
    }
  }
}
