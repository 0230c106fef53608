/// Types, results, identifiers, and the interface that all others begin with.
#ifndef VST3_BASE_H
#define VST3_BASE_H

#include <stddef.h>
#include <stdint.h>

typedef int32_t tresult;
typedef uint8_t TBool;
typedef char TUID[16];
/// UTF-16.
typedef uint16_t TChar;
typedef TChar String128[128];
typedef uint32_t ParamID;
/// A parameter's value, normalized to 0…1.
typedef double ParamValue;

enum {
  kNoInterface = -1,
  kResultOk = 0,
  kResultTrue = 0,
  kResultFalse = 1,
  kInvalidArgument = 2,
  kNotImplemented = 3,
  kInternalError = 4,
  kNotInitialized = 5,
  kOutOfMemory = 6,
};

/// The functions with which the table of every interface begins. Each function of a table receives the object first.
#define VST3_FUNKNOWN \
  tresult (*queryInterface)(void *self, const char *iid, void **object); \
  uint32_t (*addRef)(void *self); \
  uint32_t (*release)(void *self)

typedef struct {
  VST3_FUNKNOWN;
} FUnknownVtbl;
typedef struct {
  const FUnknownVtbl *vtbl;
} FUnknown;

/// The 16 bytes of an identifier that is published as four numbers.
#define VST3_IID(name, a, b, c, d) \
  static const TUID name = { \
    (char)((a) >> 24), (char)((a) >> 16 & 255), (char)((a) >> 8 & 255), (char)((a) & 255), \
    (char)((b) >> 24), (char)((b) >> 16 & 255), (char)((b) >> 8 & 255), (char)((b) & 255), \
    (char)((c) >> 24), (char)((c) >> 16 & 255), (char)((c) >> 8 & 255), (char)((c) & 255), \
    (char)((d) >> 24), (char)((d) >> 16 & 255), (char)((d) >> 8 & 255), (char)((d) & 255)}

VST3_IID(FUnknown_iid, 0x00000000u, 0x00000000u, 0xC0000000u, 0x00000046u);

/// A stream. `read` and `write` may transfer fewer bytes than requested, and report how many in `done`.
typedef struct {
  VST3_FUNKNOWN;
  tresult (*read)(void *self, void *buffer, int32_t count, int32_t *done);
  tresult (*write)(void *self, void *buffer, int32_t count, int32_t *done);
  tresult (*seek)(void *self, int64_t position, int32_t mode, int64_t *result);
  tresult (*tell)(void *self, int64_t *position);
} IBStreamVtbl;
typedef struct {
  const IBStreamVtbl *vtbl;
} IBStream;
VST3_IID(IBStream_iid, 0xC3BF6EA2u, 0x30994752u, 0x9B6BF990u, 0x1EE33E9Bu);

enum { kIBSeekSet = 0, kIBSeekCur = 1, kIBSeekEnd = 2 };

#define VST3_SIZE(Type, size) _Static_assert(sizeof(Type) == (size), #Type " has another size in VST 3")
#define VST3_OFFSET(Type, member, offset) \
  _Static_assert(offsetof(Type, member) == (offset), #Type "." #member " is elsewhere in VST 3")
/// The table of an interface has this many functions, with those of FUnknown.
#define VST3_FUNCTIONS(Type, count) VST3_SIZE(Type##Vtbl, (count) * sizeof(void *))

VST3_SIZE(TUID, 16);
VST3_SIZE(String128, 256);
VST3_FUNCTIONS(FUnknown, 3);
VST3_FUNCTIONS(IBStream, 7);

#endif
