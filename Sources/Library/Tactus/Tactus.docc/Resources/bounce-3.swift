import Tactus

let song = try MIDIFile(reading: Builtins.demoSong)
let bank = try SoundBank(SoundFont(Builtins.bank))
var settings = BounceSettings()
settings.sampleRate = 44_100

let bouncer = try Bouncer(song, bank: bank, settings: settings)
let bounce = bouncer.start(to: "first-sound.wav")
for await step in bounce.progress {
  print("\(Int(step.fraction * 100)) %, \(step.voices) voices")
}
let report = try await bounce.report
print("\(report.bounce.seconds) seconds, peak \(report.bounce.peak), \(report.file.byteCount) bytes")
