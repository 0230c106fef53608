import Tactus

let song = try MIDIFile(reading: Builtins.demoSong)
let bank = try SoundBank(SoundFont(Builtins.bank))

let bouncer = try Bouncer(song, bank: bank)
try bouncer.write(to: "first-sound.wav")
