/// The part of the plug-in interface CLAP 1.2 that Tactus uses, declared with its published layout and names. Static
/// assertions check the sizes of the structures. https://github.com/free-audio/clap
#ifndef CCLAP_H
#define CCLAP_H

#include "CLAPEvents.h"
#include "CLAPPlugin.h"
#include "CLAPExtensions.h"
#include "CLAPPresets.h"
#include "CLAPWindows.h"
#include "CLAPRealtime.h"

#endif
