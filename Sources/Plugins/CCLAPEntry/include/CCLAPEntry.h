/// What a host looks for in a library of CLAP plug-ins.
#ifndef CCLAP_ENTRY_H
#define CCLAP_ENTRY_H

#include "CCLAP.h"

/// Where it all begins; the functions are Swift's (`Entry.swift` in TactusCLAP). Swift has no variables for C.
extern const clap_plugin_entry clap_entry;

#endif
