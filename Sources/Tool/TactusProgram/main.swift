// The program `tactus`. Its code is in the library TactusTool, so that the fuzzer can link it too.

import TactusTool

TactusCommand.main()
