import Foundation
import TactusFiles
import TactusMIDI
import Testing

/// One run of the built program, as a shell would do it.
struct ToolRun {
  let status: Int32
  let output: String
  let errors: String

  /// The destination of standard output or standard error.
  enum Sink {
    case kept
    case file(String)
  }

  var errorLines: [Substring] { errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast() }

  /// The program beside the tests.
  static let program: String = {
    // On Apple systems the tests are a bundle in the same folder, elsewhere a program.
    let candidates = [Bundle.main.bundlePath, CommandLine.arguments[0]] + Bundle.allBundles.map(\.bundlePath)
    let folders =
      (candidates.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }) + [Bundle.main.bundlePath]
    let paths = folders.map { $0 + "/tactus" }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0]
  }()

  init(
    _ arguments: String..., input: [UInt8] = [], output: Sink = .kept, in folder: TemporaryFolder? = nil
  ) throws {
    try self.init(arguments, input: input, output: output, in: folder)
  }

  init(
    _ arguments: [String], input: [UInt8] = [], output: Sink = .kept, in folder: TemporaryFolder? = nil,
    environment: [String: String] = [:], processorSeconds: Int? = nil
  ) throws {
    let scratch = try TemporaryFolder()
    scratch.make("in", input)
    for name in ["out", "err"] { scratch.make(name, []) }
    var outputPath = scratch["out"]
    if case .file(let path) = output { outputPath = path }
    let child = try ChildProcess(
      Self.program, arguments, input: scratch["in"], output: outputPath, errors: scratch["err"],
      folder: (folder ?? scratch).path, environment: environment, processorSeconds: processorSeconds)
    status = child.wait()
    self.output = scratch.text("out")
    errors = scratch.text("err")
  }

  /// Expects one line on standard error, "tactus: …", that holds all of `words`, nothing on standard output, and an exit
  /// status.
  func expectComplaint(_ words: String..., status: Int32 = 1, at location: SourceLocation = #_sourceLocation) {
    #expect(self.status == status, "\(errors)", sourceLocation: location)
    #expect(output.isEmpty, sourceLocation: location)
    #expect(errorLines.count == 1, "\(errors)", sourceLocation: location)
    #expect(errors.hasPrefix("tactus: "), "\(errors)", sourceLocation: location)
    for word in words { #expect(errors.contains(word), "\(errors)", sourceLocation: location) }
  }
}

/// Returns the text of a JSON object without some of its members, for comparisons.
func sortedText(of object: [String: Any], without names: Set<String>) throws -> String {
  let kept = object.filter { !names.contains($0.key) }
  return String(decoding: try JSONSerialization.data(withJSONObject: kept, options: .sortedKeys), as: UTF8.self)
}

/// A separate folder for one test, removed with the object.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/tactus-tool-test-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { path + "/" + name }
  /// All names, also hidden ones.
  var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self[name], withIntermediateDirectories: true)
  }

  /// Creates a file and returns its path.
  @discardableResult func make(_ name: String, _ bytes: [UInt8]) -> String {
    _ = FileManager.default.createFile(atPath: self[name], contents: Data(bytes))
    return self[name]
  }

  /// The same for a name that need not be UTF-8, as ``FileName`` has it.
  func makeFile(_ name: String, _ bytes: [UInt8]) {
    guard let file = self[name].withPath({ fopen($0, "wb") }) else { return }
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }

  /// Whether there is a file of a name that need not be UTF-8.
  func has(_ name: String) -> Bool { self[name].withPath { access($0, F_OK) } == 0 }

  func bytes(_ name: String) -> [UInt8] { FileManager.default.contents(atPath: self[name]).map(Array.init) ?? [] }
  func text(_ name: String) -> String { String(decoding: bytes(name), as: UTF8.self) }
}

/// Songs and banks of a few bytes.
enum Sample {
  /// A folder with a song that sounds and a small bank; returns the folder and the paths of both.
  static func bounceFolder() throws -> (folder: TemporaryFolder, song: String, bank: String) {
    let folder = try TemporaryFolder()
    let song = try folder.make("song.mid", playableSong.written())
    return (folder, song, try folder.make("tiny.sf2", bankBytes))
  }

  /// An RMID file of a song and the sample bank.
  static func withBank(_ song: MIDIFile) throws -> [UInt8] {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let size = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
      return Array(name.utf8) + size + bytes + (bytes.count % 2 == 1 ? [0] : [])
    }
    return try chunk("RIFF", Array("RMID".utf8) + chunk("data", song.written()) + bankBytes)
  }

  /// Two tracks, a tempo change in the second, names, a meter, a key, a loop marker, a reset, a bank select; 4 notes.
  static var song: MIDIFile {
    var first = MIDIFile.Track()
    first.appendMeta(3, Array("Small Song".utf8), at: 0)
    first.appendMeta(0x58, [3, 2, 24, 8], at: 0)
    first.appendMeta(0x59, [0xFD, 0], at: 0)
    first.appendSysEx([0x7E, 0x7F, 0x09, 0x01, 0xF7], at: 0)
    first.append(ChannelMessage(status: 0xB0, 0, 8), at: 0)
    first.append(ChannelMessage(status: 0xC0, 24), at: 0)
    for (index, key) in [60, 64, 67].enumerated() {
      first.append(ChannelMessage(status: 0x90, UInt8(key), 100), at: Int64(index) * 97)
      first.append(ChannelMessage(status: 0x90, UInt8(key), 0), at: Int64(index) * 97 + 50)
    }
    first.appendMeta(6, Array("loopStart".utf8), at: 288)
    var second = MIDIFile.Track()
    second.appendMeta(3, Array("Drums".utf8), at: 0)
    second.append(ChannelMessage(status: 0x99, 36, 127), at: 0)
    second.append(ChannelMessage(status: 0x89, 36, 0), at: 96)
    second.appendMeta(0x51, [0x09, 0x27, 0xC1], at: 100)  // 600,001 µs
    second.endTick = 960
    return MIDIFile(division: .ticksPerQuarter(96), tracks: [first, second])
  }

  /// Two seconds with three notes for which the bank has a sound.
  static var playableSong: MIDIFile {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC0, 5), at: 0)
    for (index, key) in [48, 52, 55].enumerated() {
      track.append(ChannelMessage(status: 0x90, UInt8(key), 100), at: Int64(index) * 96)
      track.append(ChannelMessage(status: 0x80, UInt8(key), 64), at: Int64(index) * 96 + 90)
    }
    track.endTick = 384
    return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
  }

  /// A song of fourteen hours, in all of which something sounds now and then: a bounce of it can be interrupted.
  static var longSong: MIDIFile {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC0, 5), at: 0)
    for start in stride(from: Int64(0), to: 10_000_000, by: 10_000) {
      track.append(ChannelMessage(status: 0x90, 48, 100), at: start)
      track.append(ChannelMessage(status: 0x80, 48, 64), at: start + 5_000)
    }
    track.endTick = 10_000_000
    return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
  }

  static var songBytes: [UInt8] { get throws { try song.written() } }

  static var bankBytes: [UInt8] {
    get throws {
      var bank = SoundFontBuilder(name: "Tiny")
      let wave = (0..<100).map { Int16(truncatingIfNeeded: ($0 % 50 - 25) * 1000) }
      let saw = bank.add(.init(name: "saw", frames: wave, sampleRate: 44_100, originalKey: 69, loop: 0..<100))
      let tone = bank.add(.init(name: "tone", zones: [.init(target: saw, generators: [.init(.sampleModes, 1)])]))
      bank.add(.init(name: "Low Tone", bank: 0, program: 5, zones: [.init(target: tone, keyRange: .init(0...59))]))
      return try bank.write()
    }
  }

  static let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Array(repeating: 0, count: 60)
}

/// Whether there is a device that is always full.
let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")
