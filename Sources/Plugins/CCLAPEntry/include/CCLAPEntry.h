/// The symbol that hosts look up in a library of CLAP plug-ins.
#ifndef CCLAP_ENTRY_H
#define CCLAP_ENTRY_H

#include "CCLAP.h"

/// The entry point. Its functions are implemented in Swift (`Entry.swift` in TactusCLAP); only this variable is in C,
/// because Swift cannot export C variables.
extern const clap_plugin_entry clap_entry;

#endif
