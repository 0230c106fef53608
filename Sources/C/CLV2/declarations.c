// Compiles the declarations alone, which checks their size assertions.
#include "CLV2.h"
