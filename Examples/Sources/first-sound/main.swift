// Reads a song and a bank, bounces the song, and prints the progress: first-sound SONG BANK OUTPUT.
// Without arguments, it bounces the built-in demo with the built-in bank to first-sound.wav.

import Tactus

let arguments = Array(CommandLine.arguments.dropFirst())
let hasFiles = arguments.count == 3
let song = try MIDIFile(reading: hasFiles ? FileBytes.open(arguments[0]) : Builtins.demoSong)
let bank = try SoundBank(SoundFont(hasFiles ? FileBytes.open(arguments[1]) : Builtins.bank))
var settings = BounceSettings()
settings.sampleRate = 44_100

let bouncer = try Bouncer(song, bank: bank, settings: settings)
let bounce = bouncer.start(to: hasFiles ? arguments[2] : "first-sound.wav")
for await step in bounce.progress {
  print("\(Int(step.fraction * 100)) %, \(step.voices) voices")
}
let report = try await bounce.report
print("\(report.bounce.seconds) seconds, peak \(report.bounce.peak), \(report.file.byteCount) bytes")
