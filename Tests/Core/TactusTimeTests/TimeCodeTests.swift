import TactusTime
import TestSupport
import Testing

@Suite("Time code") struct TimeCodeTests {
  @Test("counts every frame of a day, and back", arguments: TimeCodeRate.allCases)
  func inversePair(rate: TimeCodeRate) {
    var wrong = 0
    var before: TimeCode?
    // all frames of the first hour and of the last ten minutes, and every 37th between
    let day = rate.framesPerDay
    var count: Int64 = 0
    while count < day {
      let code = TimeCode(frameCount: count, rate: rate)
      if code.frameCount != count { wrong += 1 }
      if TimeCode(hours: code.hours, minutes: code.minutes, seconds: code.seconds, frames: code.frames, rate: rate)
        != code
      {
        wrong += 1
      }
      if let before, (before.hours, before.minutes, before.seconds) > (code.hours, code.minutes, code.seconds) {
        wrong += 1
      }
      before = code
      count += count < 108_000 || count > day - 18_000 ? 1 : 37
    }
    #expect(wrong == 0)
    #expect(TimeCode(frameCount: day, rate: rate).frameCount == 0)
    #expect(TimeCode(frameCount: -1, rate: rate).frameCount == day - 1)
  }

  @Test("starts again at midnight, whatever the distance", arguments: TimeCodeRate.allCases)
  func midnight(rate: TimeCodeRate) {
    let day = rate.framesPerDay
    let last = rate.isDrop ? "23:59:59;29" : "23:59:59:\(rate.numbersPerSecond - 1)"
    #expect(TimeCode(frameCount: day - 1, rate: rate).description == last)
    for count in [-2 * day + 5, 3 * day + 5, .min, .max] {
      let rest = count % day
      #expect(TimeCode(frameCount: count, rate: rate).frameCount == (rest < 0 ? rest + day : rest))
    }
    for frame in [Int64.min, .max] {
      let code = TimeCode(audioFrame: frame, sampleRate: 1, rate: rate)
      #expect((0..<day).contains(code.frameCount))
    }
  }

  @Test("drops the numbers that SMPTE drops, and no others")
  func drop() throws {
    func count(_ text: String) throws -> Int64 { try TimeCode(text, rate: .drop29).frameCount }
    #expect(try count("00:00:59;29") + 1 == count("00:01:00;02"))
    #expect(try count("00:09:59;29") + 1 == count("00:10:00;00"))
    #expect(try count("01:00:00;00") == 107_892)
    #expect(TimeCode(hours: 0, minutes: 1, seconds: 0, frames: 1, rate: .drop29) == nil)
    #expect(TimeCode(hours: 0, minutes: 20, seconds: 0, frames: 1, rate: .drop29) != nil)
    let hour = TimeCode(frameCount: 107_892, rate: .drop29).exactSeconds.reduced
    #expect(hour.numerator * 10_000 == 35_999_964 * hour.denominator)
    // counted by hand, number by number
    var (counted, number) = (Int64(0), Int64(0))
    while number < 30 * 3_600 {
      let (minute, rest) = (number / 1_800, number % 1_800)
      number += 1
      if minute % 10 != 0, rest < 2 { continue }
      #expect(TimeCode(frameCount: counted, rate: .drop29).frames == UInt8(rest % 30))
      counted += 1
    }
    #expect(counted == 107_892)
  }

  @Test("is found again from its frame of audio", arguments: TimeCodeRate.allCases)
  func audioFrames(rate: TimeCodeRate) {
    for seed in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: 20 + seed)
      let sampleRate = [8_000, 22_050, 44_100, 48_000, 96_000, 192_000].randomElement(using: &random)!
      let code = TimeCode(frameCount: Int64.random(in: 0..<rate.framesPerDay, using: &random), rate: rate)
      let frame = code.audioFrame(sampleRate: sampleRate)
      let previous = TimeCode(audioFrame: frame - 1, sampleRate: sampleRate, rate: rate)
      #expect(TimeCode(audioFrame: frame, sampleRate: sampleRate, rate: rate) == code, "seed \(20 + seed)")
      #expect((previous.frameCount + 1) % rate.framesPerDay == code.frameCount, "seed \(20 + seed)")
    }
  }

  @Test("reads what it writes, and says what is wrong")
  func text() throws {
    for rate in TimeCodeRate.allCases {
      for count in stride(from: Int64(0), to: rate.framesPerDay, by: 9_973) {
        let code = TimeCode(frameCount: count, rate: rate)
        #expect(try TimeCode(code.description, rate: rate) == code)
      }
    }
    #expect(try TimeCode("1:2:3;4", rate: .drop29).description == "01:02:03;04")
    func complaint(_ text: String, _ rate: TimeCodeRate) -> String {
      do { return try TimeCode(text, rate: rate).description } catch { return error.description }
    }
    #expect(complaint("00:01:00;01", .drop29).contains("does not exist"))
    #expect(complaint("00:00:00:24", .film24).contains("frames are 0 to 23"))
    #expect(complaint("24:00:00:00", .film24).contains("hours are 0 to 23"))
    for text in ["", "::::", "1:2:3", "1:2:3:4:5", "001:2:3:4", "-1:2:3:4", "1:2:3:x", "+1:2:3:4", "９:0:0:0"] {
      #expect(complaint(text, .pal25).contains("expected hours:minutes"), "\(text)")
    }
  }

  @Test("keeps the codes of MIDI time code")
  func codes() {
    for code: UInt8 in 0...3 { #expect(TimeCodeRate(code: code).code == code) }
    #expect(TimeCodeRate(code: 3, isNonDrop: true) == .nonDrop29 && TimeCodeRate.nonDrop29.code == 3)
  }
}
