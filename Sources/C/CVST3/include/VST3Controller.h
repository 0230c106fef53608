/// The edit controller, the mapping of MIDI controllers, and what the host offers them.
#ifndef VST3_CONTROLLER_H
#define VST3_CONTROLLER_H

#include "VST3Factory.h"

/// The flags of a parameter. (`kNoFlags` is declared with the factory.)
enum {
  kCanAutomate = 1 << 0,
  kIsReadOnly = 1 << 1,
  kIsWrapAround = 1 << 2,
  kIsList = 1 << 3,
  kIsHidden = 1 << 4,
  kIsProgramChange = 1 << 15,
  kIsBypass = 1 << 16,
};

typedef struct {
  ParamID id;
  String128 title;
  String128 shortTitle;
  String128 units;
  /// The number of steps: 0 for a continuous parameter, 1 for a toggle.
  int32_t stepCount;
  ParamValue defaultNormalizedValue;
  int32_t unitId;
  int32_t flags;
} ParameterInfo;

/// The reasons for which a host is asked to restart a component.
enum {
  kReloadComponent = 1 << 0,
  kIoChanged = 1 << 1,
  kParamValuesChanged = 1 << 2,
  kLatencyChanged = 1 << 3,
};

typedef struct {
  VST3_FUNKNOWN;
  tresult (*beginEdit)(void *self, ParamID id);
  tresult (*performEdit)(void *self, ParamID id, ParamValue value);
  tresult (*endEdit)(void *self, ParamID id);
  tresult (*restartComponent)(void *self, int32_t flags);
} IComponentHandlerVtbl;
typedef struct {
  const IComponentHandlerVtbl *vtbl;
} IComponentHandler;
VST3_IID(IComponentHandler_iid, 0x93A0BEA3u, 0x0BD045DBu, 0x8E890B0Cu, 0xC1E46AC6u);

/// A second interface of the host's component handler, which hosts may lack.
typedef struct {
  VST3_FUNKNOWN;
  tresult (*setDirty)(void *self, TBool state);
  tresult (*requestOpenEditor)(void *self, const char *name);
  tresult (*startGroupEdit)(void *self);
  tresult (*finishGroupEdit)(void *self);
} IComponentHandler2Vtbl;
typedef struct {
  const IComponentHandler2Vtbl *vtbl;
} IComponentHandler2;
VST3_IID(IComponentHandler2_iid, 0xF040B4B3u, 0xA36045ECu, 0xABCDC045u, 0xB4D5A2CCu);

typedef struct {
  VST3_IPLUGINBASE;
  tresult (*setComponentState)(void *self, IBStream *state);
  tresult (*setState)(void *self, IBStream *state);
  tresult (*getState)(void *self, IBStream *state);
  int32_t (*getParameterCount)(void *self);
  tresult (*getParameterInfo)(void *self, int32_t index, ParameterInfo *info);
  tresult (*getParamStringByValue)(void *self, ParamID id, ParamValue value, TChar *string);
  tresult (*getParamValueByString)(void *self, ParamID id, TChar *string, ParamValue *value);
  ParamValue (*normalizedParamToPlain)(void *self, ParamID id, ParamValue value);
  ParamValue (*plainParamToNormalized)(void *self, ParamID id, ParamValue value);
  ParamValue (*getParamNormalized)(void *self, ParamID id);
  tresult (*setParamNormalized)(void *self, ParamID id, ParamValue value);
  tresult (*setComponentHandler)(void *self, IComponentHandler *handler);
  void *(*createView)(void *self, const char *name);
} IEditControllerVtbl;
typedef struct {
  const IEditControllerVtbl *vtbl;
} IEditController;
VST3_IID(IEditController_iid, 0xDCD7BBE3u, 0x7742448Du, 0xA874AACCu, 0x979C759Eu);

typedef struct {
  VST3_FUNKNOWN;
  tresult (*setKnobMode)(void *self, int32_t mode);
  tresult (*openHelp)(void *self, TBool onlyCheck);
  tresult (*openAboutBox)(void *self, TBool onlyCheck);
} IEditController2Vtbl;
typedef struct {
  const IEditController2Vtbl *vtbl;
} IEditController2;
VST3_IID(IEditController2_iid, 0x7F4EFE59u, 0xF3204967u, 0xAC27A3AEu, 0xAFB63038u);

/// Which parameter a MIDI controller of a channel sets: a host sends controllers as changes of parameters only.
typedef struct {
  VST3_FUNKNOWN;
  tresult (*getMidiControllerAssignment)(void *self, int32_t busIndex, int16_t channel, int16_t controller,
                                         ParamID *id);
} IMidiMappingVtbl;
typedef struct {
  const IMidiMappingVtbl *vtbl;
} IMidiMapping;
VST3_IID(IMidiMapping_iid, 0xDF0FF9F7u, 0x49B74669u, 0xB63AB732u, 0x7ADBF5E5u);

/// The host reports which controller the user moves.
typedef struct {
  VST3_FUNKNOWN;
  tresult (*onLiveMIDIControllerInput)(void *self, int32_t busIndex, int16_t channel, int16_t midiCC);
} IMidiLearnVtbl;
typedef struct {
  const IMidiLearnVtbl *vtbl;
} IMidiLearn;
VST3_IID(IMidiLearn_iid, 0x6B2449CCu, 0x419740B5u, 0xAB3C79DAu, 0xC5FE5C86u);

VST3_SIZE(ParameterInfo, 792);
VST3_OFFSET(ParameterInfo, stepCount, 772);
VST3_OFFSET(ParameterInfo, defaultNormalizedValue, 776);
VST3_OFFSET(ParameterInfo, flags, 788);
VST3_FUNCTIONS(IComponentHandler, 7);
VST3_FUNCTIONS(IComponentHandler2, 7);
VST3_FUNCTIONS(IEditController, 18);
VST3_FUNCTIONS(IEditController2, 6);
VST3_FUNCTIONS(IMidiMapping, 4);
VST3_FUNCTIONS(IMidiLearn, 4);

#endif
