import ArgumentParser

/// The program `tactus`.
package struct TactusCommand: ParsableCommand {
  package static let version = "0.1.0"
  static let name = "tactus"

  package static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Turns MIDI files into audio with SoundFont banks, every note on its exact frame.",
    discussion: """
      EXAMPLES
        tactus bounce
            renders the built-in demo song to demo.wav
        tactus bounce song.mid -o song.wav --bank piano.sf2
            renders a song with a bank; without --bank it uses an installed one
        tactus sequence beat.json -o beat.wav --bars 8
            renders a sequence of patterns; without -o it prints the patterns
        tactus play song.mid
            plays a song; keys pause, seek, loop, mute, change the tempo
        tactus live --bank piano.sf2
            plays MIDI input as a sampler
        tactus devices
            lists audio outputs and MIDI devices
        tactus studio beat.json
            opens the studio in the browser: play, edit and bounce
        tactus verify made.jsonl
            compares audio files with the manifest of their bounces
        tactus inspect song.mid
            describes a song or a bank, and lists its defects
        tactus events song.mid | head
            lists every event with its tick, second and frame
        tactus chords song.mid --per bar
            names the chord of each bar
        tactus midi dump.syx
            decodes MIDI bytes, packets, dumps and files
        tactus picture song.mid -o song.svg
            draws a song, a recording or a bank
        tactus process song.mid --chain chain.json -o out.mid
            runs a song through MIDI effects
        tactus export built-in -o bank.sf2
            writes the built-in bank to a file; `export demo` writes the demo song
        tactus jitter
            measures onset timing in simulated plug-in hosts
        tactus sync --jitter 1
            shows how a follower locks to MIDI clock or time code
        tactus conformance
            measures the synthesizer against the SoundFont specification

      SHELL COMPLETION
        tactus --generate-completion-script bash
            prints a script that completes commands, options, values and file
            names; also for zsh and fish

      EXIT CODES
        0    success
        1    failure; one line on standard error gives the reason
        2    wrong command line
        130  stopped by Ctrl-C; 143 by SIGTERM
      """,
    version: version,
    subcommands: [
      BounceCommand.self, VerifyCommand.self, PlayCommand.self, LiveCommand.self, SequenceCommand.self,
      StudioCommand.self, DevicesCommand.self, InspectCommand.self, EventsCommand.self, MIDICommand.self,
      PictureCommand.self,
      ConformanceCommand.self,
      JitterCommand.self, SyncCommand.self, ProcessCommand.self, ChordsCommand.self, ExportCommand.self,
    ])

  package init() {}

  /// Runs the command line of the process.
  ///
  /// - Parameter words: words before those of the process, for programs that are one command of `tactus`.
  package static func main(before words: [String] = []) {
    ignoreSignalsOfWriting()
    exitProcess(CommandRunner.run(words + processArguments))
  }

  /// Runs a command line for a process that is another program, such as Python. Returns the exit code.
  package static func run(_ count: Int32, _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>?) -> Int32 {
    ignoreSignalsOfWriting()
    return CommandRunner.run(texts(of: arguments, count: Int(count))).code
  }
}
