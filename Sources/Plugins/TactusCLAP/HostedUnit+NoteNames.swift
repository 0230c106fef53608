import CCLAP
import TactusPlugin

// The names of drum keys. They follow the kits that the parts play, and a host is notified when these change.

extension HostedUnit {
  /// The name of a key of a channel.
  struct NoteName {
    var channel: Int
    var key: Int
    var text: String
  }

  /// What the names depend on: the bank, and the kit of each part.
  struct NoteNameSource: Equatable {
    var bank: String?
    var kits: [Int?]
  }

  private var noteNameSource: NoteNameSource {
    NoteNameSource(bank: unit.bankPath, kits: (0..<16).map { unit.drumKit(ofPart: $0) })
  }

  /// Finds the names anew if they may have changed.
  private func findNoteNames() {
    guard unit.descriptor.kind == .instrument else { return }
    let source = noteNameSource
    guard source != namedSource else { return }
    namedSource = source
    noteNames = (0..<16).flatMap { channel in
      unit.noteNames(ofPart: channel).sorted { $0.key < $1.key }.map {
        NoteName(channel: channel, key: $0.key, text: $0.value)
      }
    }
  }

  /// The number of key names.
  var noteNameCount: UInt32 {
    findNoteNames()
    return UInt32(noteNames.count)
  }

  func describeNoteName(_ index: UInt32, _ name: UnsafeMutablePointer<clap_note_name>?) -> Bool {
    findNoteNames()
    guard Int(index) < noteNames.count, let name else { return false }
    let named = noteNames[Int(index)]
    CText.write(named.text, toField: &name.pointee.name)
    name.pointee.port = -1
    name.pointee.key = Int16(named.key)
    name.pointee.channel = Int16(named.channel)
    return true
  }

  /// Notifies the host if it has asked for names, and they may have changed since.
  func reportNoteNames() {
    guard let namedSource, namedSource != noteNameSource else { return }
    findNoteNames()
    extensions.noteNames?.pointee.changed?(host)
  }
}
