// Compiles the declarations alone, which checks their size assertions.
#include "CCLAP.h"
