extension Scenario {
  /// A scenario in which the law does not hold.
  struct Fault: CustomStringConvertible {
    let seed: UInt64
    private(set) var scenario: Scenario
    private(set) var faults: [ScenarioCheck.Fault]

    /// nil if the law holds for the scenario of a seed.
    init?<Player: ScenarioPlayer>(seed: UInt64, _ type: Player.Type) {
      let scenario = Scenario(seed: seed)
      let faults = ScenarioCheck(scenario, type).faults
      guard !faults.isEmpty else { return nil }
      (self.seed, self.scenario, self.faults) = (seed, scenario, faults)
    }

    /// The same in its smallest form.
    func shrunken<Player: ScenarioPlayer>(_ type: Player.Type = SequencerPlayer.self) -> Fault {
      var fault = self
      let kind = faults[0].kind
      fault.scenario = scenario.shrunken { ScenarioCheck($0, type).faults.first?.kind == kind }
      fault.faults = ScenarioCheck(fault.scenario, type).faults
      return fault
    }

    var description: String {
      "TACTUS_SEED=\(seed) TACTUS_ROUNDS=0 replays it; its smallest form:\n\(scenario)\n"
        + faults.prefix(5).map { "  \($0)\n" }.joined()
    }
  }
}
