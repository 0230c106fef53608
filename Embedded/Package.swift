// swift-tools-version: 6.1
import PackageDescription

/// What Embedded Swift builds: the core of the arpeggiator, and the plug-in over it. The modules are those of the whole
/// package (`Sources` is a link to its own), without the files that need features missing from Embedded Swift. Built by
/// Scripts/make-embedded-lv2, checked by Scripts/check-embedded.
func module(_ path: String, _ dependencies: [Target.Dependency] = [], without excluded: [String] = []) -> Target {
  .target(
    name: path.split(separator: "/").last.map(String.init)!, dependencies: dependencies, path: "Sources/" + path,
    exclude: excluded,
    swiftSettings: [
      .swiftLanguageMode(.v6), .define("REALTIME_PROOF", .when(configuration: .release)),
      .enableExperimentalFeature("Embedded"),
    ])
}

let effects = [
  "BlockGate", "Chorus+Rendering", "ChorusCore", "ChorusCore+Block", "ChorusCore+Change", "DelayBank", "EffectState",
  "KernelNumbers", "Reverb+Rendering", "ReverbCore", "ReverbCore+Block", "ReverbCore+Change",
]

let package = Package(
  name: "tactus-embedded",
  products: [
    .library(name: "TactusEmbeddedArpeggiator", type: .dynamic, targets: ["TactusEmbeddedArpeggiator"])
  ],
  targets: [
    .target(name: "CTactusShims", path: "Sources/C/CTactusShims", linkerSettings: [.linkedLibrary("m")]),
    .target(name: "CLV2", path: "Sources/C/CLV2"),
    module("Core/TactusTime"),
    module("Core/TactusMIDI", without: ["Names", "DeviceResponder.swift", "IdentityReply.swift"]),
    module(
      "Core/TactusRealtime", ["CTactusShims"],
      without: ["Guarded.swift", "SharedProducer.swift", "SnapshotExchange.swift"]),
    module(
      "Core/TactusRender", ["TactusTime", "TactusMIDI", "TactusRealtime", "CTactusShims"], without: ["HostTime"]),
    module(
      "Core/TactusDSP", ["CTactusShims"],
      without: ["Chorus.swift", "Insertion.swift", "Reverb.swift", "Render/Insertion"]
        + effects.map { "Render/\($0).swift" }),
    module(
      "Engine/TactusProcessors", ["TactusRender", "TactusRealtime", "TactusDSP", "CTactusShims"],
      without: ["Chain", "Chords", "Effects", "Memory", "Render/ChainProcessor+Render.swift"]),
    module("Plugins/TactusLV2Atoms", ["TactusRender", "CLV2"]),
    module(
      "Plugins/TactusEmbeddedArpeggiator", ["TactusProcessors", "TactusLV2Atoms", "CLV2"], without: ["Bundle"]),
  ]
)
