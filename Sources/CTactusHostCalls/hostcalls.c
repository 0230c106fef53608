#include "CTactusHostCalls.h"
