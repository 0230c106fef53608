/// The folders and file names of banks on common systems.
extension BankSearch {
  /// The folders of the system, in the order in which they are searched.
  ///
  /// Sources: Debian's `update-alternatives` names default-GM.sf2 and default-GM.sf3; Fedora's `fluid-soundfont-gm` and
  /// Arch's `soundfont-fluid` put their files, and a default.sf2, into /usr/share/soundfonts; Homebrew's formula
  /// `fluid-synth` installs below its prefix; /Library/Audio/Sounds/Banks is Apple's folder for the banks of all users.
  var systemFolders: [String] {
    [
      "/usr/share/sounds/sf2", "/usr/share/sounds/sf3", "/usr/share/soundfonts", "/usr/local/share/sounds/sf2",
      "/usr/local/share/soundfonts", "/usr/local/share/fluid-synth/sf2", "/usr/local/share/fluidsynth",
      "/opt/homebrew/share/soundfonts", "/opt/homebrew/share/sounds/sf2", "/opt/homebrew/share/fluid-synth/sf2",
      "/opt/homebrew/share/fluidsynth", "/Library/Audio/Sounds/Banks",
    ]
  }

  /// The user's folders, if the home folder is known.
  var userFolders: [String] {
    guard let home else { return dataHome.map { ["\($0)/soundfonts", "\($0)/sounds/sf2"] } ?? [] }
    let data = dataHome ?? "\(home)/.local/share"
    return ["\(data)/soundfonts", "\(data)/sounds/sf2", "\(data)/sounds/sf3", "\(home)/Library/Audio/Sounds/Banks"]
  }

  /// The paths of the banks that come with macOS and Windows; the latter as seen from the Windows Subsystem for Linux,
  /// and in Wine's default prefix. The paths need not exist.
  var operatingSystemBanks: [String] {
    let wine = home.map { ["\($0)/.wine/drive_c/windows/system32/drivers/gm.dls"] } ?? []
    return [
      root + "/System/Library/Components/CoreAudio.component/Contents/Resources/gs_instruments.dls",
      root + "/mnt/c/Windows/System32/drivers/gm.dls",
    ] + wine
  }

  /// Returns the reason why a file in a system folder is a candidate, which depends on its name.
  func reason(for name: String) -> BankCandidate.Reason {
    let stem = name[..<(name.lastIndex(of: ".") ?? name.endIndex)].lowercased()
    if ["default-gm", "default"].contains(stem) { return .systemDefault }
    return Self.wellKnown.contains(stem) ? .wellKnown : .systemFolder
  }

  /// The General MIDI banks that distributions provide, in lower case without extension.
  private static let wellKnown: Set<String> = [
    "fluidr3_gm", "fluidr3_gm2-2", "fluidr3", "fluidr3mono_gm", "musescore_general", "musescore_general_full",
    "generaluser_gs", "generaluser-gs", "generaluser gs", "timgm6mb", "freepats-general-midi",
  ]
}
