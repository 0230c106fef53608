import Foundation
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// An external reference: the Python library mido reads exported files and gives the frames on which the sequencer
/// plays.
@Suite struct MidoOracleTests {
  /// Prints a file's channel messages as lines of frame and bytes; frames by exact fractions, half rounded up.
  private static let reader = """
    import sys, mido
    from fractions import Fraction
    rate = 48000
    for path in sys.argv[1:]:
        song = mido.MidiFile(path)
        events = []
        for number, track in enumerate(song.tracks):
            tick = 0
            for index, message in enumerate(track):
                tick += message.time
                events.append((tick, number, index, message))
        events.sort(key=lambda event: event[:3])
        tempo, last, seconds = 500000, 0, Fraction(0)
        for tick, _, _, message in events:
            seconds += Fraction((tick - last) * tempo, song.ticks_per_beat * 1000000)
            last = tick
            if message.type == 'set_tempo':
                tempo = message.tempo
            elif not message.is_meta and message.type != 'sysex':
                frame = (seconds * rate + Fraction(1, 2)).__floor__()
                print(frame, *message.bytes())
        print('end')
    """

  @Test(.enabled(if: hasMido, "needs python3 with mido"))
  func exportsArePlayedOnTheirFrames() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples")
    let document = Array(try Data(contentsOf: folder.appending(path: "drum-machine.json")))
    var sequences = [try MIDISequence(reading: FileBytes(copying: document, name: "drum-machine.json"))]
    sequences[0].tempi = [500_000, 431_035, 700_001].enumerated().map { index, microseconds in
      TempoMap.Entry(tick: Tick(index) * 60_000, tempo: Tempo(microsecondsPerQuarter: microseconds))
    }
    for seed: UInt64 in 0..<6 {
      var random = SeededGenerator(seed: seed)
      sequences.append(random.sequence())
    }
    let paths = sequences.map { _ in temporaryPath(".mid") }
    defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
    let end: Tick = 200_000
    for (sequence, path) in zip(sequences, paths) {
      let file = try sequence.midiFile(until: min(end, sequence.ticksPerQuarter == 480 ? 3000 : end)).namingPorts()
      try Data(file.written()).write(to: URL(filePath: path))
    }
    let output = try #require(Self.run(["-c", Self.reader] + paths))
    let files = output.split(separator: "end\n", omittingEmptySubsequences: false)
    for (index, sequence) in sequences.enumerated() {
      let ticks = min(end, sequence.ticksPerQuarter == 480 ? 3000 : end)
      let frames = FrameClock(map: sequence.tempoMap, sampleRate: 48_000).frame(atTick: ticks)
      let read = files[index].split(separator: "\n").map(String.init).filter { Self.counts($0, before: frames) }
      let played = play(sequence, frames).filter { Self.counts($0, before: frames) }
      let isSame = read.sorted() == played.sorted()
      #expect(isSame, "sequence \(index): \(read.count) read, \(played.count) played")
      #expect(index > 0 || played.count > 100)
    }
  }

  /// Whether a line is compared: not the restored controllers at the beginning, nor what lies beyond the end.
  private static func counts(_ line: String, before end: Int64) -> Bool {
    let numbers = line.split(separator: " ").compactMap { Int64($0) }
    return numbers[0] < end && !(numbers[0] == 0 && numbers[1] & 0xF0 == 0xB0)
  }

  private func play(_ sequence: MIDISequence, _ frames: Int64) -> [String] {
    let stage = SequencerStage()
    var compiler = TimelineCompiler(sampleRate: 48_000)
    stage.sequencer.publish(compiler.compile(sequence))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 0)
    var heard: [Heard] = []
    while stage.frame < frames { heard += stage.cycle(Int(min(480, frames - stage.frame))) }
    return heard.map { event in
      let message = event.message
      let bytes = [message.status, message.data1, message.data2].prefix(message.byteCount)
      return "\(event.frame) " + bytes.map { "\($0)" }.joined(separator: " ")
    }
  }

  private static func run(_ arguments: [String]) -> String? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3"] + arguments
    (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
    guard (try? process.run()) != nil, let data = try? pipe.fileHandleForReading.readToEnd() else { return nil }
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
  }

  fileprivate static let hasMido = run(["-c", "import mido; print(1)"]) != nil
}

private let hasMido = MidoOracleTests.hasMido
