// Compiles the declarations alone, which checks their size assertions.
#include "CVST3.h"
