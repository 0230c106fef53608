// The declarations by themselves, so that their sizes are checked.
#include "CLV2.h"
