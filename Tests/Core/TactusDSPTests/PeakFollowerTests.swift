import TactusDSP
import TestSupport
import Testing

@Suite struct PeakFollowerTests {
  @Test func anyPartitionGivesTheSamePeaks() {
    for seed in 0..<UInt64(rounds) {
      let sound = Stereo(noise: 5_000, seed: seed).left
      var random = SeededGenerator(seed: seed)
      var whole = PeakFollower(window: 300)
      var parts = PeakFollower(window: 300)
      var frame = 0
      while frame < sound.count {
        let count = min(sound.count - frame, Int.random(in: 1...900, using: &random))
        sound.withUnsafeBufferPointer { sound in
          for i in frame..<frame + count { whole.follow(sound.baseAddress! + i, count: 1) }
          parts.follow(sound.baseAddress! + frame, count: count)
        }
        frame += count
        let least = sound[max(0, frame - 300)..<frame].reduce(0) { max($0, abs($1)) }
        let most = sound[max(0, frame - 600)..<frame].reduce(0) { max($0, abs($1)) }
        #expect(whole.peak == parts.peak && parts.peak >= least && parts.peak <= most, "seed \(seed)")
      }
    }
  }

  @Test func silenceIsNoticed() {
    var follower = PeakFollower(window: 10)
    follower.follow([0.5, .nan, -0.75], count: 3)
    #expect(follower.peak == 0.75)
    follower.follow([Float](repeating: 0, count: 17), count: 17)
    #expect(follower.peak == 0)
    follower.follow(peak: 1, frames: 5)
    #expect(follower.peak == 1)
    follower.reset()
    #expect(follower.peak == 0)
  }
}
