/// The extensions that Tactus has, and those of the host that it uses.
#ifndef CLAP_EXTENSIONS_H
#define CLAP_EXTENSIONS_H

#include "CLAPPlugin.h"

enum { CLAPNameSize = 256, CLAPPathSize = 1024 };

// clap.note-ports
enum { CLAPDialectCLAP = 1, CLAPDialectMIDI = 2, CLAPDialectMPE = 4, CLAPDialectMIDI2 = 8 };
typedef struct {
  uint32_t id;
  uint32_t supported_dialects;
  uint32_t preferred_dialect;
  char name[CLAPNameSize];
} CLAPNotePort;
typedef struct {
  uint32_t (*count)(const CLAPPlugin *, bool is_input);
  bool (*get)(const CLAPPlugin *, uint32_t index, bool is_input, CLAPNotePort *);
} CLAPPluginNotePorts;

// clap.audio-ports
enum { CLAPAudioPortIsMain = 1 };
typedef struct {
  uint32_t id;
  char name[CLAPNameSize];
  uint32_t flags;
  uint32_t channel_count;
  const char *port_type;
  /// UINT32_MAX: none.
  uint32_t in_place_pair;
} CLAPAudioPort;
typedef struct {
  uint32_t (*count)(const CLAPPlugin *, bool is_input);
  bool (*get)(const CLAPPlugin *, uint32_t index, bool is_input, CLAPAudioPort *);
} CLAPPluginAudioPorts;

// clap.params
enum {
  CLAPParameterIsStepped = 1,
  CLAPParameterIsHidden = 4,
  CLAPParameterIsReadOnly = 8,
  CLAPParameterIsBypass = 16,
  CLAPParameterIsAutomatable = 32,
  CLAPParameterIsModulatable = 1024,
  CLAPParameterNeedsProcess = 1 << 15,
  CLAPParameterIsChoice = 1 << 16,
};
typedef struct {
  uint32_t id;
  uint32_t flags;
  void *cookie;
  char name[CLAPNameSize];
  char module[CLAPPathSize];
  double min_value;
  double max_value;
  double default_value;
} CLAPParameter;
typedef struct {
  uint32_t (*count)(const CLAPPlugin *);
  bool (*get_info)(const CLAPPlugin *, uint32_t index, CLAPParameter *);
  bool (*get_value)(const CLAPPlugin *, uint32_t id, double *);
  bool (*value_to_text)(const CLAPPlugin *, uint32_t id, double value, char *text, uint32_t capacity);
  bool (*text_to_value)(const CLAPPlugin *, uint32_t id, const char *text, double *);
  void (*flush)(const CLAPPlugin *, const CLAPInputEvents *, const CLAPOutputEvents *);
} CLAPPluginParameters;
enum { CLAPRescanValues = 1, CLAPRescanText = 2, CLAPRescanInfo = 4, CLAPRescanAll = 8 };
typedef struct {
  void (*rescan)(const CLAPHost *, uint32_t flags);
  void (*clear)(const CLAPHost *, uint32_t id, uint32_t flags);
  void (*request_flush)(const CLAPHost *);
} CLAPHostParameters;

// clap.state: both functions may move fewer bytes than they are asked to; 0 is the end, below is an error
typedef struct CLAPInputStream {
  void *context;
  int64_t (*read)(const struct CLAPInputStream *, void *, uint64_t count);
} CLAPInputStream;
typedef struct CLAPOutputStream {
  void *context;
  int64_t (*write)(const struct CLAPOutputStream *, const void *, uint64_t count);
} CLAPOutputStream;
typedef struct {
  bool (*save)(const CLAPPlugin *, const CLAPOutputStream *);
  bool (*load)(const CLAPPlugin *, const CLAPInputStream *);
} CLAPPluginState;
typedef struct {
  void (*mark_dirty)(const CLAPHost *);
} CLAPHostState;

// clap.latency, clap.tail: frames
typedef struct {
  uint32_t (*get)(const CLAPPlugin *);
} CLAPPluginFrames;
typedef struct {
  void (*changed)(const CLAPHost *);
} CLAPHostChanged;

// clap.render
enum { CLAPRenderRealtime = 0, CLAPRenderOffline = 1 };
typedef struct {
  bool (*has_hard_realtime_requirement)(const CLAPPlugin *);
  bool (*set)(const CLAPPlugin *, int32_t mode);
} CLAPPluginRender;

// clap.note-name
typedef struct {
  char name[CLAPNameSize];
  int16_t port;
  int16_t key;
  int16_t channel;
} CLAPNoteName;
typedef struct {
  uint32_t (*count)(const CLAPPlugin *);
  bool (*get)(const CLAPPlugin *, uint32_t index, CLAPNoteName *);
} CLAPPluginNoteNames;

// clap.thread-check
typedef struct {
  bool (*is_main_thread)(const CLAPHost *);
  bool (*is_audio_thread)(const CLAPHost *);
} CLAPHostThreadCheck;

// clap.log
enum { CLAPLogInfo = 1, CLAPLogWarning = 2, CLAPLogError = 3, CLAPLogHostMisbehaves = 5 };
typedef struct {
  void (*log)(const CLAPHost *, int32_t severity, const char *text);
} CLAPHostLog;

CLAP_SIZE(CLAPNotePort, 268);
CLAP_SIZE(CLAPAudioPort, 288);
CLAP_SIZE(CLAPParameter, 1320);
CLAP_SIZE(CLAPPluginNotePorts, 16);
CLAP_SIZE(CLAPPluginAudioPorts, 16);
CLAP_SIZE(CLAPPluginParameters, 48);
CLAP_SIZE(CLAPHostParameters, 24);
CLAP_SIZE(CLAPInputStream, 16);
CLAP_SIZE(CLAPOutputStream, 16);
CLAP_SIZE(CLAPPluginState, 16);
CLAP_SIZE(CLAPHostState, 8);
CLAP_SIZE(CLAPPluginFrames, 8);
CLAP_SIZE(CLAPHostChanged, 8);
CLAP_SIZE(CLAPPluginRender, 16);
CLAP_SIZE(CLAPNoteName, 262);
CLAP_SIZE(CLAPPluginNoteNames, 16);
CLAP_SIZE(CLAPHostThreadCheck, 16);
CLAP_SIZE(CLAPHostLog, 8);

#endif
