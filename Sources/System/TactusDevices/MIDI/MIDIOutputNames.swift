/// The names of MIDI outputs, and the ports that they name.
///
/// A port that several names match belongs to the name that describes it best: its address, or else the longest part of
/// its title; to all of them if they are equally long. A name that has no port in this way shares the ports that it
/// matches, until a port of its own appears: those ports receive the messages of several outputs.
/// - Thread: any
package struct MIDIOutputNames: Sendable {
  /// A name, and the index of its output.
  package struct Name: Hashable, Sendable {
    package let output: Int
    package let name: String

    package init(output: Int, name: String) { (self.output, self.name) = (output, name) }
  }

  /// The names in the order of their outputs.
  package let names: [Name]

  package init(_ names: [Name]) { self.names = names }

  /// Returns the indices of the outputs that are wanted for a port.
  ///
  /// - Parameter devices: the ports that exist, including this one.
  package func outputs(for device: MIDIDevice, among devices: [MIDIDevice]) -> [Int] {
    let best = bestNames(for: device)
    let wanted = names.filter { name in
      best.contains(name)
        || device.isNamed(name.name) && !devices.contains { bestNames(for: $0).contains(name) }
    }
    return wanted.map { $0.output }
  }

  /// Returns the indices of the outputs to which a port belongs.
  package func ownOutputs(of device: MIDIDevice) -> [Int] { bestNames(for: device).map { $0.output } }

  /// Returns the indices of the outputs that share a port as long as they have no ports of their own.
  package func sharingOutputs(of device: MIDIDevice) -> [Int] {
    let own = ownOutputs(of: device)
    return names.filter { device.isNamed($0.name) }.map { $0.output }.filter { !own.contains($0) }
  }

  /// The names that describe a port best; none if no name matches it.
  private func bestNames(for device: MIDIDevice) -> [Name] {
    func rank(_ name: Name) -> Int { device.name == name.name ? .max : name.name.utf8.count }
    let matching = names.filter { device.isNamed($0.name) }
    let highest = matching.map(rank).max()
    return matching.filter { rank($0) == highest }
  }
}
