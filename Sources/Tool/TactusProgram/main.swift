// The program `tactus`. All of it is in TactusTool, a library, so that the fuzzer can link it too.

import TactusTool

TactusCommand.main()
