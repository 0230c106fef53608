import Tactus

let song = try MIDIFile(reading: Builtins.demoSong)
let bank = try SoundBank(SoundFont(Builtins.bank))
