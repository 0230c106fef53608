import TactusFileAccess
import Testing

struct BankSearchTests {
  private func search(_ folder: TemporaryFolder) -> BankSearch {
    var search = BankSearch()
    search.root = folder.path
    search.home = folder["home"]
    return search
  }

  private func names(_ result: BankSearch.Result, _ folder: TemporaryFolder) -> [String] {
    result.candidates.map { String($0.path.dropFirst(folder.path.count)) + " \($0.reason)" }
  }

  @Test func nothingIsNothing() throws {
    let folder = try TemporaryFolder()
    let result = search(folder).run()
    #expect(result.candidates.isEmpty && result.problems.isEmpty)
    #expect(BankSearch().bankVariable == nil)
  }

  @Test func theVariableMayNameTheBuiltInBank() throws {
    let folder = try TemporaryFolder()
    var search = search(folder)
    #expect(!search.namesBuiltIn)
    search.bankVariable = "\(folder["none.sf2"]):built-in"
    let result = search.run()
    #expect(search.namesBuiltIn && result.problems.count == 1 && result.candidates.isEmpty)
  }

  @Test func theOrderIsFixed() throws {
    let folder = try TemporaryFolder()
    for name in ["b.sf2", "Zither.SF2", "TimGM6mb.sf2", "readme.txt", "x.sf3", ".sf2"] {
      folder.make("usr/share/sounds/sf2/\(name)", name)
    }
    try folder.makeFolder("usr/share/sounds/sf2/folder.sf2")
    try folder.link("usr/share/sounds/sf2/default-GM.sf2", to: "TimGM6mb.sf2")
    try folder.link("usr/share/sounds/sf2/broken.sf2", to: "none.sf2")
    folder.make("usr/share/soundfonts/FluidR3_GM.sf2", "f")
    folder.make("usr/share/soundfonts/default.sf2", "d")
    folder.make("home/.local/share/soundfonts/mine.sf2", "m")
    let result = search(folder).run()
    #expect(
      names(result, folder) == [
        "/usr/share/sounds/sf2/default-GM.sf2 the system's default bank",
        "/usr/share/soundfonts/default.sf2 the system's default bank",
        "/usr/share/soundfonts/FluidR3_GM.sf2 a General MIDI bank of the system",
        "/usr/share/sounds/sf2/Zither.SF2 a bank of the system",
        "/usr/share/sounds/sf2/b.sf2 a bank of the system",
        "/home/.local/share/soundfonts/mine.sf2 a bank of the user",
      ])
    #expect(result == search(folder).run())
    #expect(result.problems.isEmpty)
  }

  @Test func theBanksOfOperatingSystemsComeLast() throws {
    let folder = try TemporaryFolder()
    let apple = "/System/Library/Components/CoreAudio.component/Contents/Resources/gs_instruments.dls"
    folder.make(String(apple.dropFirst()), "g")
    folder.make("mnt/c/Windows/System32/drivers/gm.dls", "w")
    folder.make("home/.local/share/soundfonts/mine.dls", "m")
    #expect(
      names(search(folder).run(), folder) == [
        "/home/.local/share/soundfonts/mine.dls a bank of the user",
        apple + " the operating system's bank", "/mnt/c/Windows/System32/drivers/gm.dls the operating system's bank",
      ])
    #expect(search(folder).path(ofBankNamed: "gm.dls") == folder["mnt/c/Windows/System32/drivers/gm.dls"])
  }

  @Test func theVariableComesFirstAndItsMistakesAreTold() throws {
    let folder = try TemporaryFolder()
    folder.make("a/bank.weird", "1")
    folder.make("b/two.sf2", "2")
    folder.make("b/one.sf2", "1")
    folder.make("home/h.sf2", "h")
    try folder.makeFolder("empty")
    folder.make("usr/share/sounds/sf2/default-GM.sf2", "d")
    var search = search(folder)
    search.bankVariable = "\(folder["none.sf2"]):\(folder["a/bank.weird"])::\(folder["b"]):~/h.sf2:\(folder["empty"])"
    let result = search.run()
    #expect(
      names(result, folder) == [
        "/a/bank.weird TACTUS_BANK", "/b/one.sf2 TACTUS_BANK", "/b/two.sf2 TACTUS_BANK", "/home/h.sf2 TACTUS_BANK",
        "/usr/share/sounds/sf2/default-GM.sf2 the system's default bank",
      ])
    #expect(result.problems == [.notFound(path: folder["none.sf2"]), .notFound(path: folder["empty"] + "/*.sf2")])
  }

  /// An entry of the variable is a path or, if that does not exist, the name of a bank in one of the folders.
  @Test func theVariableMayNameABankOfAFolder() throws {
    let folder = try TemporaryFolder()
    folder.make("usr/share/soundfonts/kept.sf2", "k")
    folder.make("home/.local/share/soundfonts/mine.sf3", "m")
    folder.make("more/extra.sf2", "e")
    var search = search(folder)
    search.bankVariable = "kept.sf2:none.sf2:mine.sf3:extra.sf2:\(folder["more"])"
    let result = search.run()
    #expect(
      names(result, folder) == [
        "/usr/share/soundfonts/kept.sf2 TACTUS_BANK", "/home/.local/share/soundfonts/mine.sf3 TACTUS_BANK",
        "/more/extra.sf2 TACTUS_BANK",
      ])
    #expect(result.problems == [.notFound(path: "none.sf2")])
    #expect(search.hasEntries)
    search.bankVariable = ":"
    #expect(!search.hasEntries)
  }

  @Test func aPathGoesBeforeAName() throws {
    let folder = try TemporaryFolder()
    let kept = folder.make("usr/share/soundfonts/kept.sf2", "k")
    let search = search(folder)
    #expect(search.location(ofBank: "kept.sf2", from: folder["songs/"]) == kept)
    #expect(search.location(ofBank: "none.sf2", from: folder["songs/"]) == nil)
    #expect(search.location(ofBank: "./kept.sf2", from: folder["songs/"]) == nil)
    let here = folder.make("songs/kept.sf2", "h")
    #expect(search.location(ofBank: "kept.sf2", from: folder["songs/"]) == here)
    #expect(search.location(ofBank: kept, from: folder["songs/"]) == kept)
  }

  @Test func otherEndingsWhereTheyCanBeRead() throws {
    let folder = try TemporaryFolder()
    folder.make("usr/share/sounds/sf3/default-GM.sf3", "3")
    var search = search(folder)
    #expect(search.run().candidates.isEmpty)
    search.pathExtensions = ["sf2", "sf3"]
    #expect(search.run().candidates.count == 1)
  }
}
