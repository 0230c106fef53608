/// The part of the plug-in interface VST 3 that Tactus uses, declared with its published binary layout and names. An
/// interface is a table of functions; an object points to the table. Static assertions check the sizes and offsets.
/// https://steinbergmedia.github.io/vst3_dev_portal
///
/// The layout is that of Linux and macOS: functions have the platform's own calling convention, and the bytes of an
/// identifier are in the order in which they are written.
#ifndef CVST3_H
#define CVST3_H

#include "VST3Base.h"
#include "VST3Factory.h"
#include "VST3Events.h"
#include "VST3Component.h"
#include "VST3Controller.h"
#include "VST3Units.h"
#include "VST3NoteExpression.h"
#include "VST3View.h"
#include "VST3Realtime.h"

#endif
