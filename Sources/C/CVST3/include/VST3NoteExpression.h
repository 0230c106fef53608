/// Note expressions: values that change for one note.
#ifndef VST3_NOTE_EXPRESSION_H
#define VST3_NOTE_EXPRESSION_H

#include "VST3Base.h"

/// The types of expressions. Those of a plug-in's own start at `kCustomStart`.
enum {
  kVolumeTypeID = 0,
  kPanTypeID = 1,
  kTuningTypeID = 2,
  kVibratoTypeID = 3,
  kExpressionTypeID = 4,
  kBrightnessTypeID = 5,
  kTextTypeID = 6,
  kPhonemeTypeID = 7,
  kCustomStart = 100000,
  kCustomEnd = 200000,
};

typedef struct {
  double defaultValue;
  double minimum;
  double maximum;
  int32_t stepCount;
} NoteExpressionValueDescription;

/// The flags of a type.
enum { kIsBipolar = 1 << 0, kIsOneShot = 1 << 1, kIsAbsolute = 1 << 2, kAssociatedParameterIDValid = 1 << 3 };

typedef struct {
  uint32_t typeId;
  String128 title;
  String128 shortTitle;
  String128 units;
  int32_t unitId;
  NoteExpressionValueDescription valueDesc;
  ParamID associatedParameterId;
  int32_t flags;
} NoteExpressionTypeInfo;

typedef struct {
  VST3_FUNKNOWN;
  int32_t (*getNoteExpressionCount)(void *self, int32_t busIndex, int16_t channel);
  tresult (*getNoteExpressionInfo)(void *self, int32_t busIndex, int16_t channel, int32_t index,
                                   NoteExpressionTypeInfo *info);
  tresult (*getNoteExpressionStringByValue)(void *self, int32_t busIndex, int16_t channel, uint32_t id, double value,
                                            TChar *string);
  tresult (*getNoteExpressionValueByString)(void *self, int32_t busIndex, int16_t channel, uint32_t id,
                                            const TChar *string, double *value);
} INoteExpressionControllerVtbl;
typedef struct {
  const INoteExpressionControllerVtbl *vtbl;
} INoteExpressionController;
VST3_IID(INoteExpressionController_iid, 0xB7F8F859u, 0x41234872u, 0x91169581u, 0x4F3721A3u);

/// The movements of a finger on a key.
enum { kPUIXMovement = 0, kPUIYMovement = 1, kPUIPressure = 2 };
static const uint32_t kInvalidTypeID = UINT32_MAX;

typedef struct {
  uint32_t physicalUITypeID;
  uint32_t noteExpressionTypeID;
} PhysicalUIMap;

typedef struct {
  uint32_t count;
  PhysicalUIMap *map;
} PhysicalUIMapList;

/// Which expression a movement controls.
typedef struct {
  VST3_FUNKNOWN;
  tresult (*getPhysicalUIMapping)(void *self, int32_t busIndex, int16_t channel, PhysicalUIMapList *list);
} INoteExpressionPhysicalUIMappingVtbl;
typedef struct {
  const INoteExpressionPhysicalUIMappingVtbl *vtbl;
} INoteExpressionPhysicalUIMapping;
VST3_IID(INoteExpressionPhysicalUIMapping_iid, 0xB03078FFu, 0x94D24AC8u, 0x90CCD303u, 0xD4133324u);

VST3_SIZE(NoteExpressionValueDescription, 32);
VST3_SIZE(NoteExpressionTypeInfo, 816);
VST3_OFFSET(NoteExpressionTypeInfo, valueDesc, 776);
VST3_SIZE(PhysicalUIMapList, 16);
VST3_FUNCTIONS(INoteExpressionController, 7);
VST3_FUNCTIONS(INoteExpressionPhysicalUIMapping, 4);

#endif
