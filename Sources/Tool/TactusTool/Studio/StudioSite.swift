import TactusFileAccess

/// The files of the studio's page.
enum StudioSite {
  /// Returns the real path of the page's folder: of a given one, or of the first that exists:
  ///
  /// 1. `../share/tactus/studio` beside the program's folder, for installed programs;
  /// 2. `web/site` in one of the folders that contain the program: `Scripts/make-web` makes it in `.build/web/site`.
  static func folder(named name: String?) throws(ToolError) -> String {
    if let name {
      guard let folder = page(in: name) else {
        throw ToolError(name, "not the studio's page: Studio/index.html or Engine/tactus.wasm is missing")
      }
      return folder
    }
    var program = ProgramFolder.path ?? ""
    if let installed = page(in: program + "../share/tactus/studio") { return installed }
    while program.count > 1 {
      if let built = page(in: program + "web/site") { return built }
      program = FilePath.folder(of: String(program.dropLast()))
    }
    throw ToolError("studio", "the page is not built; run Scripts/make-web, or name its folder with --site")
  }

  private static func page(in folder: String) -> String? {
    guard let folder = realPath(folder) else { return nil }
    return ["/Studio/index.html", "/Engine/tactus.wasm"].allSatisfy { SameFile.isRegular(folder + $0) } ? folder : nil
  }
}
