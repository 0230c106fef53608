/// Units, which group parameters, and program lists.
#ifndef VST3_UNITS_H
#define VST3_UNITS_H

#include "VST3Base.h"

enum { kRootUnitId = 0, kNoParentUnitId = -1, kNoProgramListId = -1 };

typedef struct {
  int32_t id;
  int32_t parentUnitId;
  String128 name;
  int32_t programListId;
} UnitInfo;

typedef struct {
  int32_t id;
  String128 name;
  int32_t programCount;
} ProgramListInfo;

typedef struct {
  VST3_FUNKNOWN;
  int32_t (*getUnitCount)(void *self);
  tresult (*getUnitInfo)(void *self, int32_t index, UnitInfo *info);
  int32_t (*getProgramListCount)(void *self);
  tresult (*getProgramListInfo)(void *self, int32_t index, ProgramListInfo *info);
  tresult (*getProgramName)(void *self, int32_t list, int32_t program, TChar *name);
  tresult (*getProgramInfo)(void *self, int32_t list, int32_t program, const char *attribute, TChar *value);
  tresult (*hasProgramPitchNames)(void *self, int32_t list, int32_t program);
  tresult (*getProgramPitchName)(void *self, int32_t list, int32_t program, int16_t pitch, TChar *name);
  int32_t (*getSelectedUnit)(void *self);
  tresult (*selectUnit)(void *self, int32_t unit);
  tresult (*getUnitByBus)(void *self, int32_t type, int32_t direction, int32_t bus, int32_t channel, int32_t *unit);
  tresult (*setUnitProgramData)(void *self, int32_t listOrUnit, int32_t program, IBStream *data);
} IUnitInfoVtbl;
typedef struct {
  const IUnitInfoVtbl *vtbl;
} IUnitInfo;
VST3_IID(IUnitInfo_iid, 0x3D4BD6B5u, 0x913A4FD2u, 0xA886E768u, 0xA5EB92C1u);

/// Instead of the number of a program: all programs of a list.
enum { kAllProgramInvalid = -1 };

/// An interface of the host's component handler, which hosts may lack: the plug-in reports which unit the user selects
/// in its window, and that the names of a program or of its keys have changed.
typedef struct {
  VST3_FUNKNOWN;
  tresult (*notifyUnitSelection)(void *self, int32_t unit);
  tresult (*notifyProgramListChange)(void *self, int32_t list, int32_t program);
} IUnitHandlerVtbl;
typedef struct {
  const IUnitHandlerVtbl *vtbl;
} IUnitHandler;
VST3_IID(IUnitHandler_iid, 0x4B5147F8u, 0x4654486Bu, 0x8DAB30BAu, 0x163A3C56u);

VST3_SIZE(UnitInfo, 268);
VST3_SIZE(ProgramListInfo, 264);
VST3_FUNCTIONS(IUnitInfo, 15);
VST3_FUNCTIONS(IUnitHandler, 5);

#endif
