import Foundation
import Synchronization
import TactusFiles
import TactusJACK

/// The probe that Scripts/check-jack uses. Not a product.
///
///     jack-probe click-bank FILE RATE          a bank whose only sound is a short block, on every key
///     jack-probe record PREFIX SECONDS [NAME]  until SIGTERM: PREFIX.midi, PREFIX.onsets, PREFIX.f32 from the first sound,
///                                              and PREFIX.missed, the frames of cycles that it was not called for
///     jack-probe freewheel on|off
///     jack-probe bounds                        how many frames a cycle has
@main
struct Probe {
  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    switch (arguments.first, arguments.count) {
    case ("click-bank", 3): try clickBank(arguments[1], Int(arguments[2]) ?? 48_000)
    case ("record", 3...4):
      try record(arguments[1], seconds: Double(arguments[2]) ?? 0, name: arguments.count > 3 ? arguments[3] : "probe")
    case ("freewheel", 2):
      let client = try JACKClient(JACKLibrary(), name: "wheel")
      try client.activate()
      client.setFreewheel(arguments[1] == "on")
      Thread.sleep(forTimeInterval: 0.2)
    case ("bounds", 1): print(try JACKClient(JACKLibrary(), name: "asks").bufferSize)
    default:
      print("see the head of Probe.swift")
      exit(2)
    }
  }

  private static func clickBank(_ path: String, _ rate: Int) throws {
    var builder = SoundFontBuilder(name: "click")
    builder.version = .v2_04
    // FluidSynth takes 64 frames to come to full level: of one point nothing would be heard
    let frames = [Int16](repeating: 32_767, count: 96) + [Int16](repeating: 0, count: 32)
    let point = builder.add(.init(name: "click", frames: frames, sampleRate: rate))
    let generators: [SoundFont.Generator] = [
      .init(.delayVolEnv, -32_768), .init(.attackVolEnv, -32_768), .init(.scaleTuning, 0),
    ]
    let instrument = builder.add(
      SoundFontBuilder.Instrument(name: "click", zones: [.init(target: point, generators: generators)]))
    builder.add(SoundFontBuilder.Preset(name: "click", bank: 0, program: 0, zones: [.init(target: instrument)]))
    try Data(builder.write()).write(to: URL(fileURLWithPath: path))
  }

  private static func record(_ prefix: String, seconds: Double, name: String) throws {
    stopWhenAsked()
    let client = try JACKClient(JACKLibrary(), name: name)
    let ports = [
      try client.addPort("midi_in", .midi, .input), try client.addPort("in_1", .audio, .input),
      try client.addPort("in_2", .audio, .input),
    ]
    let recorder = Recorder(
      client.functionTable, client, midi: ports[0].handle, left: ports[1].handle, right: ports[2].handle,
      audioFrames: Int(seconds * Double(client.sampleRate)))
    client.setProcess({ recorderProcess($0, $1) }, Unmanaged.passRetained(recorder).toOpaque())
    try client.activate()
    try "".write(toFile: prefix + ".ready", atomically: false, encoding: .utf8)
    while !isAsked.load(ordering: .relaxed), !client.watch.isServerGone { Thread.sleep(forTimeInterval: 0.05) }
    client.close()
    try write(recorder, prefix)
  }

  private static func write(_ recorder: Recorder, _ prefix: String) throws {
    var text = ""
    for index in 0..<recorder.eventCount {
      let event = recorder.events[index]
      let bytes = [event.bytes.0, event.bytes.1, event.bytes.2, event.bytes.3].prefix(Int(min(4, event.size)))
      text += "\(event.frame)\t" + bytes.map { String(format: "%02X", $0) }.joined(separator: " ") + "\n"
    }
    try text.write(toFile: prefix + ".midi", atomically: false, encoding: .utf8)
    let onsets = (0..<recorder.onsetCount).map { "\(recorder.onsets[$0])\n" }.joined()
    try onsets.write(toFile: prefix + ".onsets", atomically: false, encoding: .utf8)
    let frames = recorder.audioFrames
    let audio = Data(bytes: recorder.audio, count: frames * 2 * MemoryLayout<Float>.size)
    try audio.write(to: URL(fileURLWithPath: prefix + ".f32"))
    try "\(recorder.missed)\n".write(toFile: prefix + ".missed", atomically: false, encoding: .utf8)
    print("\(recorder.eventCount) events, \(recorder.onsetCount) onsets, \(frames) frames, \(recorder.lost) lost")
  }
}

private let isAsked = Atomic(false)

private func stopWhenAsked() {
  for number in [SIGTERM, SIGINT] { signal(number) { _ in isAsked.store(true, ordering: .relaxed) } }
}
