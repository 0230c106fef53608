import TactusMIDI
import TestSupport
import Testing

@Suite struct InquiryTests {
  private let identity = IdentityReply(
    device: 16, manufacturer: [0x7D], family: 300, model: 2, version: [0, 1, 0, 0])

  private func inquiry(_ bytes: [UInt8]) -> DeviceInquiry? { bytes.withUnsafeBufferPointer { DeviceInquiry($0) } }

  @Test func identityIsAnswered() throws {
    #expect(inquiry([0x7E, 0x7F, 6, 1]) == .identity(device: 127))
    let bytes = try #require(DeviceResponder(identity: identity).reply(to: .identity(device: 127)))
    #expect(bytes == [0x7E, 16, 6, 2, 0x7D, 44, 2, 2, 0, 0, 1, 0, 0])
    #expect(IdentityReply(bytes) == identity)
    let long = IdentityReply(manufacturer: [0, 0x20, 0x29], family: 1, model: 2, version: [9, 8, 7, 6])
    #expect(IdentityReply(long.bytes) == long && "\(long)" == "Novation family 1 model 2 version 9.8.7.6")
    for length in 0..<bytes.count { #expect(IdentityReply(Array(bytes.prefix(length))) == nil) }
    for length in 0..<long.bytes.count { #expect(IdentityReply(Array(long.bytes.prefix(length))) == nil) }
  }

  @Test func onlyTheDeviceThatIsAsked() {
    let responder = DeviceResponder(identity: identity)
    #expect(responder.reply(to: .identity(device: 16)) != nil)
    #expect(responder.reply(to: .identity(device: 17)) == nil)
    #expect(responder.reply(to: .tuning(device: 16, program: 0)) == nil, "it has none")
  }

  @Test func otherMessagesAreNone() {
    let others: [[UInt8]] = [
      [], [0x7E], [0x7E, 0x7F, 6], [0x7E, 0x7F, 6, 2], [0x7F, 0x7F, 6, 1], [0x7E, 0, 8, 0], [0x7E, 0, 8, 3, 1],
      [0x7E, 0, 8, 1, 0], [0x7E, 0x7F, 0x0D, 0x70],
    ]
    for other in others { #expect(inquiry(other) == nil) }
    #expect(inquiry([0x7E, 5, 8, 0, 9]) == .tuning(device: 5, program: 9))
    #expect(inquiry([0x7E, 5, 8, 3, 2, 9]) == .bankTuning(device: 5, bank: 2, program: 9))
  }

  @Test func tuningDump() throws {
    let responder = DeviceResponder(identity: identity) { bank, program in
      bank == 0 && program == 3 ? .init(name: "Just – and more than 16", cents: [-50, 0, 50]) : nil
    }
    let bytes = try #require(responder.reply(to: .tuning(device: 127, program: 3)))
    #expect(bytes.count == 5 + 16 + 3 * 128 + 1)
    #expect(bytes.prefix(5) == [0x7E, 16, 8, 1, 3])
    #expect(String(decoding: bytes[5..<21], as: UTF8.self) == "Just ? and more ")
    #expect(
      Array(bytes[21..<33]) == [0, 0, 0, 1, 0, 0, 2, 64, 0, 3, 0, 0], "half a semitone below key 0 there is none")
    #expect(bytes.dropLast().reduce(0, ^) & 127 == bytes.last)
    #expect(bytes.allSatisfy { $0 < 128 })
    let bank = try #require(responder.reply(to: .bankTuning(device: 127, bank: 0, program: 3)))
    #expect(bank.prefix(6) == [0x7E, 16, 8, 4, 0, 3] && bank.count == bytes.count + 1)
    #expect(responder.reply(to: .bankTuning(device: 127, bank: 1, program: 3)) == nil)
    let wild = TuningDump(program: 0, name: "") { [.nan, .infinity, -1e9, 1e9][$0 % 4] }
    #expect(wild.bytes.count == bytes.count, "no number is too wild")
  }

  /// The properties can be set to any numbers; the bytes are those of valid messages.
  @Test func numbersOutOfRange() {
    var reply = identity
    (reply.device, reply.manufacturer, reply.version) = (255, [0xC1], [255, 0, 0, 128])
    (reply.family, reply.model) = (.max, .max)
    #expect(reply.bytes == [0x7E, 127, 6, 2, 0x41, 127, 127, 127, 127, 127, 0, 0, 0])
    var dump = TuningDump(program: 3, name: "short") { _ in 0 }
    let whole = dump.bytes
    dump.pitches = []
    #expect(dump.bytes == whole)
    dump.pitches = Array(repeating: .max, count: 200)
    (dump.device, dump.program, dump.bank) = (255, 200, 129)
    #expect(dump.bytes.count == whole.count + 1 && dump.bytes.allSatisfy { $0 < 128 })
  }

  @Test func names() {
    let names: [([UInt8], String)] = [
      (Exclusive.gmOn, "General MIDI on"), (Exclusive.gm2On, "General MIDI 2 on"),
      (Exclusive.gsReset, "Roland GS reset"),
      (Exclusive.xgOn, "Yamaha XG on"), (Exclusive.device(1, 0, 64), "master volume 8192 of 16383"),
      ([0x7E, 0x10, 6, 1], "identity request, device 16"),
      (identity.bytes, "identity reply: non-commercial family 300 model 2 version 0.1.0.0, device 16"),
      ([0x7F, 0x7F, 1, 1, 0x21, 2, 3, 4], "time code 01:02:03:04 at 25 frames"),
      ([0x7F, 0x7F, 6, 2], "machine control play"),
      ([0x7F, 0x7F, 6, 0x44, 6, 1, 0x61, 0, 0, 0, 0], "machine control locate 01:00:00:00 at 30 frames"),
      (TuningDump(device: 127, program: 7, name: "Pure") { _ in 0 }.bytes, "tuning dump, program 7 \"Pure\""),
      ([0x41, 0x10, 0x42, 0x12, 0x40, 0, 0x7F, 0, 0], "Roland GS reset, wrong checksum"),
      ([0x41, 0x10, 0x42, 0x12, 0, 0, 0x7F, 0xFF, 0], "Roland GS system mode 256, wrong checksum"),
      ([0, 0x20, 0x29, 1], "Novation"), ([0x3A], "manufacturer 3A"), ([], "empty"),
      ([0, 1], "cut before the manufacturer's number"),
    ]
    for (bytes, name) in names { #expect(SystemExclusiveName.words(bytes) == name) }
  }

  /// No name causes a trap, whatever its bytes: those from a file may have eight bits.
  @Test func namesOfAnything() {
    var random = SeededGenerator(seed: 8)
    let beginnings: [[UInt8]] = [
      [0x41, 0x10, 0x42, 0x12, 0, 0, 0x7F], [0x43, 0x10, 0x4C], [0x7F, 0x7F, 6, 0x44, 6, 1],
    ]
    for _ in 0..<rounds(3_000) {
      var bytes = random.exclusive(isWild: true)
      if Bool.random(using: &random) { bytes = (0..<12).map { _ in UInt8.random(in: 0...255, using: &random) } }
      if Bool.random(using: &random), !bytes.isEmpty { bytes[0] = Bool.random(using: &random) ? 0x7E : 0x7F }
      for beginning in beginnings where Int.random(in: 0..<8, using: &random) == 0 {
        bytes.replaceSubrange(..<min(bytes.count, beginning.count), with: beginning)
      }
      for length in 0...min(bytes.count, 14) { #expect(!SystemExclusiveName.words(bytes.prefix(length)).isEmpty) }
    }
  }
}
