// Measures the limits of the system; Scripts/measure-limits runs this program and explains the figures.
//
// limits voices [VOICES] [SECONDS]    how many voices of each kind one processor renders in real time, at 44.1 kHz
// limits live [SECONDS] [BANK]        cycles of 64 frames at 48 kHz with 256 voices
// limits write FILE EVENTS TRACKS     writes a MIDI file
// limits read FILE                    reads and compiles a MIDI file

import Tactus
import Workloads

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

let arguments = Array(CommandLine.arguments.dropFirst())

func number(_ index: Int, or standard: Int) -> Int {
  guard arguments.count > index else { return standard }
  guard let number = Int(arguments[index]), number > 0 else { stop("\(arguments[index]) is not a number") }
  return number
}

func stop(_ message: String) -> Never {
  print(message)
  exit(2)
}

switch arguments.first {
case "voices": try VoiceLimit.measure(voices: number(1, or: 2_000), seconds: number(2, or: 4))
case "live":
  let bank = arguments.count > 2 ? try FileBytes.open(arguments[2]) : Builtins.bank
  let sounds = try SoundBank(SoundFont(bank))
  try sounds.prepareAll()  // as a program for live playing does
  try LiveLimit.measure(sounds, seconds: number(1, or: 600))
case "write" where arguments.count == 4:
  let song = Song.make(events: number(2, or: 1), tracks: number(3, or: 1))
  let file = try OutputFile.open(arguments[1])
  try file.append(song.written())
  try file.commit()
case "read" where arguments.count == 2: try ReadLimit.measure(arguments[1])
default: stop("limits voices [VOICES] [SECONDS] | live [SECONDS] [BANK] | write FILE EVENTS TRACKS | read FILE")
}
