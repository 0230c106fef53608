// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// The classes of AppKit, which the original exports, are in the other files. A module of that name would make the
// compiler look for the part of the testing library that exists only beside the original.

@_exported import AudioToolbox

/// The controller of an audio unit's view.
open class AUViewController: NSViewController {}
