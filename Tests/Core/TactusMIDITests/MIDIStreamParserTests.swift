import TactusMIDI
import TestSupport
import Testing

@Suite struct MIDIStreamParserTests {
  private func messages(_ bytes: [UInt8]) -> [[UInt8]] { Listener().take(bytes).messages }

  /// Streams that have caused errors in parsers.
  @Test func knownVectors() {
    #expect(messages([0x90, 0x3C, 0x64, 0xF8, 0x40, 0x7F]) == [[0x90, 60, 100], [0xF8, 0, 0], [0x90, 64, 127]])
    #expect(messages([0x90, 0x3C, 0xFE, 0x64]) == [[0xFE, 0, 0], [0x90, 60, 100]])
    #expect(messages([0x90, 0x3C, 0x64, 0xF1, 0x25, 0x40, 0x7F]) == [[0x90, 60, 100], [0xF1, 0x25, 0]])
    #expect(messages([0xF0, 1, 2, 0x90, 0x3C, 0x64]) == [[0x90, 60, 100]])
    #expect(messages([0xF0, 1, 0xF8, 2, 0xF7]) == [[0xF8, 0, 0], [0xF0, 1, 2]])
    #expect(messages([0x90, 0x3C, 0xF9, 0x64, 0xFD, 0x40, 0x7F]) == [[0x90, 60, 100], [0x90, 64, 127]])
    #expect(messages([0xC5, 1, 2, 0xD5, 3]) == [[0xC5, 1, 0], [0xC5, 2, 0], [0xD5, 3, 0]])
    #expect(messages([0xF2, 1, 2, 3, 0xF3, 4, 0xF6]) == [[0xF2, 1, 2], [0xF3, 4, 0], [0xF6, 0, 0]])
    #expect(messages([0x91, 60, 0, 61, 1]) == [[0x81, 60, 64], [0x91, 61, 1]])
    #expect(messages([0xF0, 0xF7, 0xF7, 1, 0xF4, 1, 0xF5]) == [[0xF0]])
  }

  @Test func countsAndCuts() {
    let listener = Listener()
    listener.take([1, 2, 0x90, 0x90, 60, 0xF0, 1, 2, 0x80, 0xF7, 0xF4])
    #expect(listener.parser.truncatedMessages == 4 && listener.parser.strayBytes == 4 && listener.heard.isEmpty)
    let cut = Listener()
    cut.parser.deliversTruncated = true
    #expect(cut.take([0xF0, 1, 2, 0xF6]).heard == [.exclusive([1, 2], isWhole: false, 0), .message(0xF6, 0, 0, 0)])
    let full = Listener(room: 4)
    #expect(full.take([0xF0, 1, 2, 3, 4, 0xF7, 0xF0, 1, 2, 3, 4, 5, 6, 0xF7, 0x90, 1, 1]).messages.count == 2)
    #expect(full.parser.overflows == 1)
  }

  @Test func timesAreThoseOfTheFirstByte() {
    let listener = Listener()
    for (time, byte) in ([0x90, 60, 0xF8, 100, 61, 100, 0xF0, 7, 0xF7] as [UInt8]).enumerated() {
      listener.take([byte], at: Int64(time))
    }
    #expect(
      listener.heard == [
        .message(0xF8, 0, 0, 2), .message(0x90, 60, 100, 0), .message(0x90, 61, 100, 4),
        .exclusive([7], isWhole: true, 6),
      ])
  }

  /// Random streams full of status bytes, in any pieces, with real-time bytes put in anywhere: the same messages.
  @Test func splitsAndRealTimeBytesChangeNothing() {
    let seed: UInt64 = 91
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(300) {
      let bytes = (0..<40).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0x80...0xF7, using: &random) : UInt8.random(in: 0...127, using: &random)
      }
      let whole = Listener(room: 8).take(bytes)
      for cut in 0...bytes.count {
        let parts = Listener(room: 8).take(bytes[..<cut]).take(bytes[cut...])
        #expect(parts.heard == whole.heard, "seed \(seed), cut \(cut) of \(bytes)")
      }
      var disturbed: [UInt8] = []
      for byte in bytes {
        if Int.random(in: 0..<3, using: &random) == 0 {
          disturbed.append([0xF8, 0xFE, 0xF9, 0xFF].randomElement(using: &random) ?? 0xF8)
        }
        disturbed.append(byte)
      }
      let heard = Listener(room: 8).take(disturbed).messages.filter { $0[0] < 0xF8 }
      #expect(heard == whole.messages, "seed \(seed), \(disturbed)")
    }
  }

  @Test func sensingIsLostOnce() {
    var sensing = ActiveSensing(timesPerSecond: 48_000)
    sensing.receive(ChannelMessage(status: 0x90, 60, 1), at: 0)
    var lost = [sensing.isLost(at: 1_000_000)]
    sensing.receive(ChannelMessage(system: 0xFE), at: 1_000_000)
    for time in [1_015_840, 1_015_841, 2_000_000] as [Int64] { lost.append(sensing.isLost(at: time)) }
    #expect(lost == [false, false, true, false])
  }
}

@Suite struct ParameterAssemblerTests {
  private func take(_ pairs: (UInt8, UInt8)...) -> [ParameterChange] {
    var assembler = ParameterAssembler()
    return pairs.compactMap { assembler.take(controller: $0, $1) }
  }

  @Test func coarseAtOnceAndFineLater() {
    #expect(
      take((101, 0), (100, 0), (6, 12), (38, 5), (6, 2)) == [
        ParameterChange(isRegistered: true, number: 0, value: 12 << 7, isFine: false),
        ParameterChange(isRegistered: true, number: 0, value: 12 << 7 | 5),
        ParameterChange(isRegistered: true, number: 0, value: 2 << 7, isFine: false),
      ])
    #expect(take((99, 1), (98, 8), (6, 70)).map(\.number) == [136])
    #expect(take((99, 1), (98, 8), (6, 70)).map(\.isRegistered) == [false])
  }

  /// SoundFont 2.01 §9.6.3: the data entry LSB comes first, and the MSB applies both. GS and XG have only an MSB, and
  /// the parameters of the AWE 32 often only an LSB.
  @Test func nonRegisteredParametersWithTheLSBFirst() {
    #expect(
      take((99, 120), (98, 8), (38, 112), (6, 60), (6, 61), (38, 3)) == [
        ParameterChange(isRegistered: false, number: 120 << 7 | 8, value: 60 << 7 | 112),
        ParameterChange(isRegistered: false, number: 120 << 7 | 8, value: 61 << 7 | 112),
        ParameterChange(isRegistered: false, number: 120 << 7 | 8, value: 61 << 7 | 3),
      ])
    #expect(take((99, 1), (98, 32), (38, 5)).isEmpty)
    #expect(take((99, 24), (98, 36), (38, 0), (6, 70)).map(\.value) == [70 << 7])
    #expect(take((99, 127), (98, 16), (38, 63)).map(\.value) == [8_192 + 63])
    #expect(take((99, 127), (98, 21), (38, 63), (6, 64)).map(\.value) == [8_192 + 63, 8_192 + 63])
    // SoundFont numbers without a generator
    #expect(take((98, 8), (99, 120), (38, 0), (6, 40)).isEmpty)
    #expect(take((99, 120), (98, 100), (98, 8), (6, 40)).isEmpty)
    // a new selection forgets the LSB, and other parameters keep the rule of MIDI 1.0
    #expect(take((99, 120), (98, 8), (38, 112), (98, 9), (6, 60)).map(\.value) == [60 << 7])
    #expect(take((99, 3), (98, 8), (38, 5), (6, 70)).map(\.value) == [5, 70 << 7])
    #expect(take((101, 0), (100, 1), (38, 5), (6, 70)).map(\.value) == [5, 70 << 7])
  }

  @Test func theLatestKindCountsAndNullSelectsNothing() {
    #expect(take((6, 1)).isEmpty)
    #expect(take((101, 0), (100, 1), (99, 127), (6, 1)).isEmpty)
    #expect(take((99, 3), (100, 5), (6, 1)).map(\.number) == [127 << 7 | 5])
    #expect(take((101, 0), (100, 0), (101, 127), (100, 127), (6, 1)).isEmpty)
  }

  @Test func eachKindKeepsItsNumber() {
    let half = take((101, 0), (100, 0), (99, 1), (98, 8), (100, 1), (6, 70))
    #expect(half == [ParameterChange(isRegistered: true, number: 1, value: 70 << 7, isFine: false)])
    let both = take((99, 1), (98, 8), (6, 70), (101, 0), (100, 0), (6, 2), (98, 9), (6, 60))
    #expect(both.map(\.number) == [136, 0, 137] && both.map(\.isRegistered) == [false, true, false])
    // the other kind's number is not selected
    #expect(take((99, 1), (98, 8), (101, 127), (100, 127), (6, 1)).isEmpty)
    var assembler = ParameterAssembler()
    for (controller, value) in [(99, 1), (98, 8), (101, 0)] as [(UInt8, UInt8)] {
      _ = assembler.take(controller: controller, value)
    }
    assembler.reset()
    #expect(assembler == ParameterAssembler())
  }

  @Test func stepsCarryAndStop() {
    #expect(
      take((101, 0), (100, 1), (6, 1), (38, 127), (96, 0), (97, 0), (97, 0)).map(\.value) == [128, 255, 256, 255, 254])
    #expect(take((101, 0), (100, 1), (6, 0), (97, 0)).map(\.value) == [0, 0])
    #expect(take((101, 0), (100, 1), (6, 127), (38, 127), (96, 0)).last?.value == 16_383)
  }

  @Test func stepsAreInTheParametersUnit() {
    func last(_ number: UInt8, _ most: UInt8, _ least: UInt8, _ step: UInt8) -> [UInt16] {
      let value = take((101, 0), (100, number), (6, most), (38, least), (step, 0)).last?.value ?? 0
      return [value >> 7, value & 127]
    }
    // the bend range in cents
    #expect(last(0, 2, 99, 96) == [3, 0] && last(0, 2, 0, 97) == [1, 99] && last(0, 2, 5, 96) == [2, 6])
    #expect(last(0, 127, 99, 96) == [127, 99] && last(0, 0, 0, 97) == [0, 0])
    // semitones, programs, banks and members in the upper bits
    for number: UInt8 in [2, 3, 4, 6] {
      #expect(last(number, 64, 7, 96) == [65, 7] && last(number, 64, 7, 97) == [63, 7])
      #expect(last(number, 127, 7, 96) == [127, 7] && last(number, 0, 7, 97) == [0, 7])
    }
    #expect(take((99, 0), (98, 2), (6, 1), (96, 0)).last?.value == 129)
  }

  @Test func aStepFromNoValueIsOnlyAStep() {
    for (number, unit) in [(0, 1), (1, 1), (2, 128), (5, 1)] as [(UInt8, Int16)] {
      let changes = take((101, 0), (100, number), (96, 0), (97, 0))
      #expect(changes.map(\.step) == [unit, -unit] && changes.allSatisfy { !$0.isKnown && $0.value == 0 })
    }
    // selecting again forgets
    #expect(take((101, 0), (100, 0), (6, 2), (100, 0), (96, 0)).last?.isKnown == false)
    let known = take((101, 0), (100, 0), (96, 0), (6, 2), (96, 0)).last
    #expect(known == ParameterChange(isRegistered: true, number: 0, value: 257))
  }
}
