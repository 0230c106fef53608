import FlyingFox
import Foundation
import TactusFiles

extension HTTPResponse {
  /// A JSON value.
  static func json(_ code: HTTPStatusCode, _ value: JSON) -> HTTPResponse {
    HTTPResponse(
      statusCode: code, headers: [.contentType: "application/json", .cacheControl: "no-store"],
      body: Data(value.text.utf8))
  }

  /// A response that only explains why the request was refused.
  static func refusal(_ code: HTTPStatusCode, _ sentence: String) -> HTTPResponse {
    json(code, ["error": .string(sentence)])
  }

  static func refusal(_ refusal: Workspace.Refusal) -> HTTPResponse {
    switch refusal {
    case .notFound: return .refusal(.notFound, "there is no such file in the folder")
    case .notSaved(let name): return .refusal(.forbidden, "\(name): only documents (.json) are saved here")
    case .notDocument(let sentence): return .refusal(.unprocessableContent, sentence)
    case .failed(let sentence): return .refusal(.internalServerError, sentence)
    case .isAnotherVersion(let version):
      var response = HTTPResponse.refusal(
        .preconditionFailed, version == nil ? "the file no longer exists" : "the file has been changed")
      response.headers[.eTag] = version.map { "\"\($0)\"" }
      return response
    }
  }

  /// A song or a document, with its version.
  ///
  /// The file is read once, so that the version is that of the bytes even if another program is saving it.
  static func song(_ path: String) -> HTTPResponse {
    guard let bytes = FileManager.default.contents(atPath: path) else {
      return .refusal(.notFound, "the file cannot be read")
    }
    return HTTPResponse(
      statusCode: .ok,
      headers: [
        .contentType: PathExtension.mediaType(of: path), .cacheControl: "no-store",
        .eTag: "\"\(Workspace.version(of: Array(bytes)))\"",
      ], body: bytes)
  }

  /// Removes the body but keeps its length, for answers to `HEAD`.
  mutating func removeBody() {
    guard case .httpBody(let body) = payload else { return }
    if headers[.contentLength] == nil { headers[.contentLength] = "\(body.count ?? 0)" }
    payload = .httpBody(HTTPBodySequence())
  }

  /// A file, whole or the range that the request asks for.
  static func file(_ path: String, for request: HTTPRequest) async -> HTTPResponse {
    let handler = FileHTTPHandler(
      path: URL(fileURLWithPath: path), contentType: PathExtension.mediaType(of: path), cacheControl: [.noCache])
    return (try? await handler.handleRequest(request)) ?? .refusal(.notFound, "the file cannot be read")
  }
}

extension HTTPRequest {
  /// Returns the body; nil if it is larger than the limit, or ends early.
  func bytes(atMost limit: Int) async -> [UInt8]? {
    guard (bodySequence.count ?? 0) <= limit else { return nil }
    var bytes: [UInt8] = []
    do {
      for try await part in bodySequence {
        guard bytes.count + part.count <= limit else { return nil }
        bytes += part
      }
    } catch { return nil }
    return bytes
  }
}

extension Workspace.Replaced {
  /// The version that a request's conditions name; nil if it has none.
  init?(_ request: HTTPRequest) {
    if request.headers[.ifNoneMatch] == "*" { self = .none; return }
    guard let tag = request.headers[HTTPHeader("If-Match")], tag.count > 2, tag.hasPrefix("\""), tag.hasSuffix("\"")
    else { return nil }
    self = .version(String(tag.dropFirst().dropLast()))
  }
}
