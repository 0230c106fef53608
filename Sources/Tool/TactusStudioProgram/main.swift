// The program `tactus-studio`: `tactus studio` with its server.

import TactusStudio
import TactusTool

StudioServing.server = { try StudioServer.serve($0) }
TactusCommand.main(before: ["studio"])
