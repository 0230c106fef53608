/// The part of the plug-in interface CLAP 1.2 that Tactus uses, declared from its published layout under its own names;
/// the sizes are checked here, the offsets follow from them. https://github.com/free-audio/clap
#ifndef CCLAP_H
#define CCLAP_H

#include "CLAPEvents.h"
#include "CLAPPlugin.h"
#include "CLAPExtensions.h"
#include "CLAPPresets.h"
#include "CLAPRealtime.h"

#endif
