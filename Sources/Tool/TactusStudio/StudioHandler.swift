import FlyingFox
import Foundation
import TactusFileAccess
import TactusFiles
import TactusTool

/// Answers the requests of the studio's page.
///
/// | request | answer |
/// |---|---|
/// | `GET /TOKEN/Studio/…`, `GET /TOKEN/Engine/…` | the files of the page |
/// | `GET /TOKEN/workspace` | the files and banks that the page can open, as JSON |
/// | `GET /TOKEN/files/PATH` | a file of the workspace, with its version as `ETag` |
/// | `PUT /TOKEN/files/PATH` | saves a document: a new one with `If-None-Match: *`; with `If-Match`, one that replaces a version |
/// | `GET /TOKEN/banks/INDEX` | a bank of this computer |
package struct StudioHandler: HTTPHandler {
  private let settings: StudioSettings
  private let gate: RequestGate
  private let site: ServedFolder
  private let workspace: Workspace?

  package init(_ settings: StudioSettings, gate: RequestGate) {
    (self.settings, self.gate) = (settings, gate)
    site = ServedFolder(path: settings.site)
    workspace = Workspace(settings.workspace)
  }

  package func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    var response = await answer(request)
    if request.method == .HEAD { response.removeBody() }
    for (header, value) in Self.protection { response.headers[HTTPHeader(header)] = value }
    return response
  }

  /// Other pages cannot read, embed or measure what is served; the page can share memory with its workers.
  private static let protection = [
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    (
      "Content-Security-Policy",
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
        + "img-src 'self' data: blob:; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        + "frame-ancestors 'none'"
    ),
  ]

  private func answer(_ request: HTTPRequest) async -> HTTPResponse {
    guard let names = gate.admit(request) else {
      return .refusal(.forbidden, "open the address that tactus studio has printed")
    }
    let rest = Array(names.dropFirst())
    switch (request.method, names.first) {
    case (.PUT, "files"): return await save(request, to: rest)
    case (.GET, "workspace"), (.HEAD, "workspace"):
      return rest.isEmpty ? .json(.ok, description) : .refusal(.notFound, "there is no such file")
    case (.GET, "files"), (.HEAD, "files"): return await workspaceFile(request, rest)
    case (.GET, "banks"), (.HEAD, "banks"): return await bank(request, rest)
    case (.GET, _), (.HEAD, _): return await pageFile(request, names)
    default: return .refusal(.methodNotAllowed, "this is neither read nor saved")
    }
  }

  /// Describes what the page can open and where it saves.
  private var description: JSON {
    let list = workspace.map { WorkspaceList($0) }
    return [
      "folder": JSON(workspace.map { FilePath.name(of: $0.folder.path) }),
      "opens": JSON(workspace?.onlyFile), "files": list?.json ?? .array([]), "isCut": .bool(list?.isCut ?? false),
      "banks": .array(
        settings.banks.enumerated().map { index, bank in
          [
            "address": .string("banks/\(index)"), "name": .string(FilePath.name(of: bank.path)),
            "size": JSON(fileSize(bank.path) ?? 0), "offset": JSON(bank.offset), "isGiven": .bool(bank.isGiven),
          ]
        }),
    ]
  }

  private func pageFile(_ request: HTTPRequest, _ names: [String]) async -> HTTPResponse {
    let names = names.last == "" ? names.dropLast() + ["index.html"] : names
    guard let path = site.file(names) else { return .refusal(.notFound, "there is no such file") }
    return await .file(path, for: request)
  }

  private func bank(_ request: HTTPRequest, _ names: [String]) async -> HTTPResponse {
    guard names.count == 1, let index = Int(names[0]), settings.banks.indices.contains(index) else {
      return .refusal(.notFound, "there is no such bank")
    }
    return await .file(settings.banks[index].path, for: request)
  }

  private func workspaceFile(_ request: HTTPRequest, _ names: [String]) async -> HTTPResponse {
    do throws(Workspace.Refusal) {
      guard let workspace else { throw .notFound }
      let path = try workspace.file(names)
      return PathExtension.isBank(path) ? await .file(path, for: request) : .song(path)
    } catch { return .refusal(error) }
  }

  private func save(_ request: HTTPRequest, to names: [String]) async -> HTTPResponse {
    guard let replaced = Workspace.Replaced(request) else {
      return .refusal(.preconditionRequired, "a save must name the version that it replaces")
    }
    guard let bytes = await request.bytes(atMost: Workspace.documentLimit) else {
      return .refusal(.payloadTooLarge, "a document can have at most \(Workspace.documentLimit >> 20) MiB")
    }
    do throws(Workspace.Refusal) {
      guard let workspace else { throw .notFound }
      let version = try await workspace.save(bytes, to: names, replacing: replaced)
      var response = HTTPResponse.json(replaced == .none ? .created : .ok, ["version": .string(version)])
      response.headers[.eTag] = "\"\(version)\""
      return response
    } catch { return .refusal(error) }
  }
}
