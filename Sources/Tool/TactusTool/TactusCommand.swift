import ArgumentParser

/// The program `tactus`.
package struct TactusCommand: ParsableCommand {
  package static let version = "0.1.0"

  package static let configuration = CommandConfiguration(
    commandName: "tactus",
    abstract: "Turns MIDI files into audio with SoundFont banks, every note on its exact frame.",
    discussion: """
      EXAMPLES
        tactus bounce
            renders the built-in demo song to demo.wav
        tactus bounce song.mid -o song.wav --bank piano.sf2
            renders a song with a bank; without --bank with one that is found
        tactus sequence beat.json -o beat.wav --bars 8
            plays a sequence of patterns; without -o it is shown
        tactus play song.mid
            plays it through JACK, with keys for pause, seek, tempo, loop and parts
        tactus live --bank piano.sf2
            a sampler for what comes in on its MIDI port
        tactus inspect song.mid
            says what is in a song or a bank
        tactus events song.mid | head
            lists every event with its tick, second and frame
        tactus midi dump.syx
            says what MIDI bytes, packets, dumps and files mean
        tactus picture song.mid -o song.svg
            draws a song, a recording or a bank
        tactus process song.mid --chain chain.json -o out.mid
            runs a song through MIDI effects
        tactus export built-in -o bank.sf2
            writes the built-in bank to a file; demo for the demo song
        tactus jitter
            shows how exactly onsets come with simulated plug-in hosts
        tactus sync --jitter 1
            shows how followers lock to MIDI clock and time code

      EXIT CODES
        0    done
        1    failed; standard error says why in one line
        2    the command line was wrong
        130  stopped by Ctrl-C
      """,
    version: version,
    subcommands: [
      BounceCommand.self, PlayCommand.self, LiveCommand.self, SequenceCommand.self, InspectCommand.self,
      EventsCommand.self, MIDICommand.self, PictureCommand.self, ConformanceCommand.self, JitterCommand.self,
      SyncCommand.self,
      ProcessCommand.self, ChordsCommand.self, ExportCommand.self,
    ])

  package init() {}

  package static func main() {
    ignoreClosedPipes()
    exitProcess(CommandRunner.run(processArguments))
  }
}
