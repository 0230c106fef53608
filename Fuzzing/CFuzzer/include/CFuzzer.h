#ifndef CFUZZER_H
#define CFUZZER_H

// The two functions of libFuzzer that the fuzzer calls (compiler-rt, FuzzerInterface.h). SwiftPM gives each program a
// main function of its own, so libFuzzer runs as a library.

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test_one_input)(const uint8_t *data, size_t size));
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

#endif
