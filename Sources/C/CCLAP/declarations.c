/// Only declarations.
#include "CCLAP.h"
