/// Own declarations of the memory layouts that Apple's audio and MIDI frameworks share with their clients, for stand-ins
/// of these frameworks where they do not exist. Sizes and offsets are those of 64-bit systems, and asserted.
#ifndef CAPPLESTANDINS_H
#define CAPPLESTANDINS_H

#include "AudioLayouts.h"
#include "MIDILayouts.h"
#include "RenderEventLayouts.h"

#endif
