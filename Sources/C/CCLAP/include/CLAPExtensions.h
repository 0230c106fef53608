/// The extensions that Tactus implements, and the host's extensions that it uses.
#ifndef CLAP_EXTENSIONS_H
#define CLAP_EXTENSIONS_H

#include "CLAPPlugin.h"

enum { CLAP_NAME_SIZE = 256, CLAP_PATH_SIZE = 1024 };

// clap.note-ports
enum {
  CLAP_NOTE_DIALECT_CLAP = 1,
  CLAP_NOTE_DIALECT_MIDI = 2,
  CLAP_NOTE_DIALECT_MIDI_MPE = 4,
  CLAP_NOTE_DIALECT_MIDI2 = 8,
};
typedef struct {
  uint32_t id;
  uint32_t supported_dialects;
  uint32_t preferred_dialect;
  char name[CLAP_NAME_SIZE];
} clap_note_port_info;
typedef struct {
  uint32_t (*count)(const clap_plugin *, bool is_input);
  bool (*get)(const clap_plugin *, uint32_t index, bool is_input, clap_note_port_info *);
} clap_plugin_note_ports;

// clap.audio-ports
enum { CLAP_AUDIO_PORT_IS_MAIN = 1 };
typedef struct {
  uint32_t id;
  char name[CLAP_NAME_SIZE];
  uint32_t flags;
  uint32_t channel_count;
  const char *port_type;
  /// The ID of the opposite port that may share this port's buffer; UINT32_MAX if there is none.
  uint32_t in_place_pair;
} clap_audio_port_info;
typedef struct {
  uint32_t (*count)(const clap_plugin *, bool is_input);
  bool (*get)(const clap_plugin *, uint32_t index, bool is_input, clap_audio_port_info *);
} clap_plugin_audio_ports;

enum { CLAP_AUDIO_PORTS_RESCAN_LIST = 32 };
typedef struct {
  bool (*is_rescan_flag_supported)(const clap_host *, uint32_t flag);
  void (*rescan)(const clap_host *, uint32_t flags);
} clap_host_audio_ports;

// clap.audio-ports-config and clap.audio-ports-config-info/1
typedef struct {
  uint32_t id;
  char name[CLAP_NAME_SIZE];
  uint32_t input_port_count;
  uint32_t output_port_count;
  bool has_main_input;
  uint32_t main_input_channel_count;
  const char *main_input_port_type;
  bool has_main_output;
  uint32_t main_output_channel_count;
  const char *main_output_port_type;
} clap_audio_ports_config;
typedef struct {
  uint32_t (*count)(const clap_plugin *);
  bool (*get)(const clap_plugin *, uint32_t index, clap_audio_ports_config *);
  bool (*select)(const clap_plugin *, uint32_t id);
} clap_plugin_audio_ports_config;
typedef struct {
  uint32_t (*current_config)(const clap_plugin *);
  bool (*get)(const clap_plugin *, uint32_t id, uint32_t index, bool is_input, clap_audio_port_info *);
} clap_plugin_audio_ports_config_info;

// clap.params
enum {
  CLAP_PARAM_IS_STEPPED = 1,
  CLAP_PARAM_IS_HIDDEN = 4,
  CLAP_PARAM_IS_READONLY = 8,
  CLAP_PARAM_IS_BYPASS = 16,
  CLAP_PARAM_IS_AUTOMATABLE = 32,
  CLAP_PARAM_IS_MODULATABLE = 1024,
  CLAP_PARAM_REQUIRES_PROCESS = 1 << 15,
  CLAP_PARAM_IS_ENUM = 1 << 16,
};
typedef struct {
  uint32_t id;
  uint32_t flags;
  void *cookie;
  char name[CLAP_NAME_SIZE];
  char module[CLAP_PATH_SIZE];
  double min_value;
  double max_value;
  double default_value;
} clap_param_info;
typedef struct {
  uint32_t (*count)(const clap_plugin *);
  bool (*get_info)(const clap_plugin *, uint32_t index, clap_param_info *);
  bool (*get_value)(const clap_plugin *, uint32_t id, double *);
  bool (*value_to_text)(const clap_plugin *, uint32_t id, double value, char *text, uint32_t capacity);
  bool (*text_to_value)(const clap_plugin *, uint32_t id, const char *text, double *);
  void (*flush)(const clap_plugin *, const clap_input_events *, const clap_output_events *);
} clap_plugin_params;
enum {
  CLAP_PARAM_RESCAN_VALUES = 1,
  CLAP_PARAM_RESCAN_TEXT = 2,
  CLAP_PARAM_RESCAN_INFO = 4,
  CLAP_PARAM_RESCAN_ALL = 8,
};
typedef struct {
  void (*rescan)(const clap_host *, uint32_t flags);
  void (*clear)(const clap_host *, uint32_t id, uint32_t flags);
  void (*request_flush)(const clap_host *);
} clap_host_params;

// clap.state: `read` and `write` may transfer fewer bytes than requested; a result of 0 means the end of the stream,
// and a negative result is an error
typedef struct clap_istream {
  void *ctx;
  int64_t (*read)(const struct clap_istream *, void *, uint64_t count);
} clap_istream;
typedef struct clap_ostream {
  void *ctx;
  int64_t (*write)(const struct clap_ostream *, const void *, uint64_t count);
} clap_ostream;
typedef struct {
  bool (*save)(const clap_plugin *, const clap_ostream *);
  bool (*load)(const clap_plugin *, const clap_istream *);
} clap_plugin_state;
typedef struct {
  void (*mark_dirty)(const clap_host *);
} clap_host_state;

// clap.latency and clap.tail, both in frames
typedef struct {
  uint32_t (*get)(const clap_plugin *);
} CLAPPluginFrames;
typedef struct {
  void (*changed)(const clap_host *);
} CLAPHostChanged;

// clap.render
enum { CLAP_RENDER_REALTIME = 0, CLAP_RENDER_OFFLINE = 1 };
typedef struct {
  bool (*has_hard_realtime_requirement)(const clap_plugin *);
  bool (*set)(const clap_plugin *, int32_t mode);
} clap_plugin_render;

// clap.note-name
typedef struct {
  char name[CLAP_NAME_SIZE];
  int16_t port;
  int16_t key;
  int16_t channel;
} clap_note_name;
typedef struct {
  uint32_t (*count)(const clap_plugin *);
  bool (*get)(const clap_plugin *, uint32_t index, clap_note_name *);
} clap_plugin_note_name;

typedef struct {
  void (*changed)(const clap_host *);
} clap_host_note_name;

// clap.track-info/1
enum { CLAP_TRACK_INFO_HAS_TRACK_NAME = 1, CLAP_TRACK_INFO_HAS_TRACK_COLOR = 2 };
typedef struct {
  uint8_t alpha;
  uint8_t red;
  uint8_t green;
  uint8_t blue;
} clap_color;
typedef struct {
  uint64_t flags;
  char name[CLAP_NAME_SIZE];
  clap_color color;
  int32_t audio_channel_count;
  const char *audio_port_type;
} clap_track_info;
typedef struct {
  void (*changed)(const clap_plugin *);
} clap_plugin_track_info;
typedef struct {
  bool (*get)(const clap_host *, clap_track_info *);
} clap_host_track_info;

// clap.event-registry
typedef struct {
  bool (*query)(const clap_host *, const char *space_name, uint16_t *space_id);
} clap_host_event_registry;

// clap.tuning/2, a draft. The event belongs to the space that the registry returns for the extension.
typedef struct {
  clap_event_header header;
  int16_t port_index;
  int16_t channel;
  uint32_t tunning_id;
} clap_event_tuning;
typedef struct {
  uint32_t tuning_id;
  char name[CLAP_NAME_SIZE];
  bool is_dynamic;
} clap_tuning_info;
typedef struct {
  void (*changed)(const clap_plugin *);
} clap_plugin_tuning;
typedef struct {
  /// Returns the offset of a key in semitones from equal temperament with A = 440 Hz.
  double (*get_relative)(const clap_host *, uint32_t tuning_id, int32_t channel, int32_t key, uint32_t sample_offset);
  bool (*should_play)(const clap_host *, uint32_t tuning_id, int32_t channel, int32_t key);
  uint32_t (*get_tuning_count)(const clap_host *);
  bool (*get_info)(const clap_host *, uint32_t index, clap_tuning_info *);
} clap_host_tuning;

// clap.voice-info
enum { CLAP_VOICE_INFO_SUPPORTS_OVERLAPPING_NOTES = 1 };
typedef struct {
  uint32_t voice_count;
  uint32_t voice_capacity;
  uint64_t flags;
} clap_voice_info;
typedef struct {
  bool (*get)(const clap_plugin *, clap_voice_info *);
} clap_plugin_voice_info;

// clap.remote-controls/2
enum { CLAP_REMOTE_CONTROLS_COUNT = 8 };
typedef struct {
  char section_name[CLAP_NAME_SIZE];
  uint32_t page_id;
  char page_name[CLAP_NAME_SIZE];
  uint32_t param_ids[CLAP_REMOTE_CONTROLS_COUNT];
  bool is_for_preset;
} clap_remote_controls_page;
typedef struct {
  uint32_t (*count)(const clap_plugin *);
  bool (*get)(const clap_plugin *, uint32_t index, clap_remote_controls_page *);
} clap_plugin_remote_controls;

// clap.state-context/2
enum {
  CLAP_STATE_CONTEXT_FOR_PRESET = 1,
  CLAP_STATE_CONTEXT_FOR_DUPLICATE = 2,
  CLAP_STATE_CONTEXT_FOR_PROJECT = 3,
};
typedef struct {
  bool (*save)(const clap_plugin *, const clap_ostream *, uint32_t context);
  bool (*load)(const clap_plugin *, const clap_istream *, uint32_t context);
} clap_plugin_state_context;

// clap.thread-check
typedef struct {
  bool (*is_main_thread)(const clap_host *);
  bool (*is_audio_thread)(const clap_host *);
} clap_host_thread_check;

// clap.log
enum { CLAP_LOG_INFO = 1, CLAP_LOG_WARNING = 2, CLAP_LOG_ERROR = 3, CLAP_LOG_HOST_MISBEHAVING = 5 };
typedef struct {
  void (*log)(const clap_host *, int32_t severity, const char *text);
} clap_host_log;

CLAP_SIZE(clap_note_port_info, 268);
CLAP_SIZE(clap_audio_port_info, 288);
CLAP_SIZE(clap_param_info, 1320);
CLAP_SIZE(clap_plugin_note_ports, 16);
CLAP_SIZE(clap_plugin_audio_ports, 16);
CLAP_SIZE(clap_host_audio_ports, 16);
CLAP_SIZE(clap_audio_ports_config, 304);
CLAP_SIZE(clap_plugin_audio_ports_config, 24);
CLAP_SIZE(clap_plugin_audio_ports_config_info, 16);
CLAP_SIZE(clap_plugin_params, 48);
CLAP_SIZE(clap_host_params, 24);
CLAP_SIZE(clap_istream, 16);
CLAP_SIZE(clap_ostream, 16);
CLAP_SIZE(clap_plugin_state, 16);
CLAP_SIZE(clap_host_state, 8);
CLAP_SIZE(CLAPPluginFrames, 8);
CLAP_SIZE(CLAPHostChanged, 8);
CLAP_SIZE(clap_plugin_render, 16);
CLAP_SIZE(clap_note_name, 262);
CLAP_SIZE(clap_plugin_note_name, 16);
CLAP_SIZE(clap_host_note_name, 8);
CLAP_SIZE(clap_track_info, 280);
CLAP_SIZE(clap_plugin_track_info, 8);
CLAP_SIZE(clap_host_track_info, 8);
CLAP_SIZE(clap_host_event_registry, 8);
CLAP_SIZE(clap_event_tuning, 24);
CLAP_SIZE(clap_tuning_info, 264);
CLAP_SIZE(clap_plugin_tuning, 8);
CLAP_SIZE(clap_host_tuning, 32);
CLAP_SIZE(clap_voice_info, 16);
CLAP_SIZE(clap_plugin_voice_info, 8);
CLAP_SIZE(clap_remote_controls_page, 552);
CLAP_SIZE(clap_plugin_remote_controls, 16);
CLAP_SIZE(clap_plugin_state_context, 16);
CLAP_SIZE(clap_host_thread_check, 16);
CLAP_SIZE(clap_host_log, 8);

#endif
