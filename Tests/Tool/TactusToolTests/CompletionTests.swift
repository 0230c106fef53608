import Foundation
import Testing

#if os(Linux)
  /// The completion script, as bash uses it.
  @Suite struct CompletionTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      for name in ["song.mid", "soft bank.sf2", "list.jsonl"] { folder.make(name, []) }
      try folder.makeFolder("sounds")
    }

    private static let hasBash = FileManager.default.isExecutableFile(atPath: "/bin/bash")

    /// Completes the last word.
    private func completions(_ words: String...) throws -> [String] {
      let script = try ToolRun("--generate-completion-script", "bash")
      #expect(script.status == 0 && script.errors.isEmpty, "\(script.errors)")
      folder.make(".script", Array(script.output.utf8))
      let completing = """
        source ./.script
        COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
        _tactus tactus "${@: -1}" "${@: -2:1}"
        printf '%s\\n' "${COMPREPLY[@]}"
        """
      let bash = try ChildProcess(
        "/bin/bash", ["-c", completing, "bash", "tactus"] + words, output: folder.make(".out", []), folder: folder.path)
      #expect(bash.wait() == 0)
      return folder.text(".out").split(separator: "\n").map(String.init).sorted()
    }

    @Test(.enabled(if: hasBash, "this system has no bash")) func filesAreCompleted() throws {
      let all = ["soft bank.sf2", "song.mid", "sounds"]
      for command in [
        "bounce", "play", "sequence", "inspect", "events", "midi", "picture", "sync", "process", "chords", "studio",
        "verify",
      ] {
        #expect(try completions(command, "so") == all, "\(command)")
      }
      for option in ["--output", "--bank", "--chain", "--trace", "--notes", "--manifest", "--batch"] {
        #expect(try completions("bounce", option, "so") == all, "\(option)")
      }
      for command in ["sequence", "picture", "process", "export", "jitter", "sync", "inspect"] {
        #expect(try completions(command, "-o", "so") == all, "\(command)")
      }
      #expect(try completions("studio", "--site", "so") == ["sounds"])
    }

    @Test(.enabled(if: hasBash, "this system has no bash")) func valuesAreCompleted() throws {
      #expect(try completions("bo") == ["bounce"])
      #expect(try completions("export", "bu") == ["built-in"])
      #expect(try completions("play", "--audio", "pi") == ["pipewire"])
      #expect(try completions("sequence", "--format", "m") == ["mid", "mp3"])
      #expect(try completions("sync", "--timecode", "29") == ["29.97", "29.97df"])
      #expect(try completions("conformance", "--section", "pa") == ["pan", "parameters"])
      #expect(try completions("jitter", "--host", "st") == ["steady"])
    }
  }
#endif
