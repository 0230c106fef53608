// Measures the steps from a file to audio, and prints a Markdown table.
// benchmarks [SONG BANK]: also measures a song and a bank of your own.

import Tactus
import Workloads

/// Renders a song without writing a file, and returns the report.
@discardableResult
func render(_ song: MIDIFile, _ bank: SoundBank, threads: Int) throws -> BounceReport {
  let bouncer = try Bouncer(song, bank: bank)
  return try bouncer.render(with: WorkerPool(width: threads)) { _ in }
}

/// Prints the rows for a song and a bank.
func measureBounce(_ name: String, _ song: MIDIFile, _ bank: SoundBank) throws {
  for threads in Set([1, Processors.available]).sorted() {
    let seconds = try render(song, bank, threads: threads).seconds
    let title = "bounce \(name), \(threads == 1 ? "1 thread" : "\(threads) threads")"
    print(
      try Measurement(title, runs: 3, amount: (seconds, "× real time")) { try render(song, bank, threads: threads) }.row
    )
  }
}

print(Measurement.head)
let million = Song.make(events: 1_000_000, tracks: 1)
let bytes = FileBytes(copying: try million.written(), name: "a million events")
print(try Measurement("read a million events", amount: (1e6, "events/s")) { _ = try MIDIFile(reading: bytes) }.row)
print(
  Measurement("compile them to frames", amount: (1e6, "events/s")) {
    _ = SequenceCompiler(sampleRate: 48_000).compile(million)
  }.row)
print(try Measurement("write them", amount: (1e6, "events/s")) { _ = try million.written() }.row)
print(Measurement("make the built-in bank", runs: 3) { _ = Builtins.makeBank() }.row)
let font = try SoundFont(Builtins.bank)
print(try Measurement("read the built-in bank") { _ = try SoundFont(Builtins.bank) }.row)
print(Measurement("flatten it for the synthesizer") { _ = SoundBank(font) }.row)
try measureBounce("the demo", MIDIFile(reading: Builtins.demoSong), SoundBank(font))

for row in try SequencerCycles.rows() { print(row) }

let arguments = Array(CommandLine.arguments.dropFirst())
if arguments.count == 2 {
  let file = try FileBytes.open(arguments[1])
  print(try Measurement("read \(arguments[1])") { _ = try SoundFont(file) }.row)
  let own = try SoundFont(file)
  print(Measurement("flatten it") { _ = SoundBank(own) }.row)
  try measureBounce(arguments[0], MIDIFile(reading: FileBytes.open(arguments[0])), SoundBank(own))
}
