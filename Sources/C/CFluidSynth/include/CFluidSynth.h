/* The types and constants of FluidSynth's interface, version 2.3, declared anew: what a program that was built against
 * libfluidsynth.so.3 passes and expects. Names and values are FluidSynth's; see its documentation for their meaning.
 * The functions are in the Swift module TactusFluidSynth, except for those in this folder. */
#ifndef CFLUIDSYNTH_H
#define CFLUIDSYNTH_H

#include <stddef.h>
#include <stdint.h>

/* The version of FluidSynth whose interface this is. */
#define CFLUIDSYNTH_MAJOR 2
#define CFLUIDSYNTH_MINOR 3
#define CFLUIDSYNTH_MICRO 1

enum { FLUID_OK = 0, FLUID_FAILED = -1 };

typedef struct _fluid_hashtable_t fluid_settings_t;
typedef struct _fluid_synth_t fluid_synth_t;
typedef struct _fluid_sfloader_t fluid_sfloader_t;
typedef struct _fluid_sfont_t fluid_sfont_t;
typedef struct _fluid_preset_t fluid_preset_t;
typedef struct _fluid_midi_event_t fluid_midi_event_t;
typedef struct _fluid_event_t fluid_event_t;
typedef struct _fluid_sequencer_t fluid_sequencer_t;
typedef short fluid_seq_id_t;

enum { FLUID_PANIC, FLUID_ERR, FLUID_WARN, FLUID_INFO, FLUID_DBG, LAST_LOG_LEVEL };
enum { FLUID_NO_TYPE = -1, FLUID_NUM_TYPE, FLUID_INT_TYPE, FLUID_STR_TYPE, FLUID_SET_TYPE };
enum {
  FLUID_HINT_BOUNDED_BELOW = 1,
  FLUID_HINT_BOUNDED_ABOVE = 2,
  FLUID_HINT_OPTIONLIST = 2,
  FLUID_HINT_TOGGLED = 4
};
enum { FLUID_PLAYER_READY, FLUID_PLAYER_PLAYING, FLUID_PLAYER_STOPPING, FLUID_PLAYER_DONE };
enum { FLUID_PLAYER_TEMPO_INTERNAL, FLUID_PLAYER_TEMPO_EXTERNAL_BPM, FLUID_PLAYER_TEMPO_EXTERNAL_MIDI };
enum { FLUID_INTERP_NONE = 0, FLUID_INTERP_LINEAR = 1, FLUID_INTERP_4THORDER = 4, FLUID_INTERP_7THORDER = 7 };
enum { CHANNEL_TYPE_MELODIC, CHANNEL_TYPE_DRUM };
enum {
  FLUID_MIDI_ROUTER_RULE_NOTE,
  FLUID_MIDI_ROUTER_RULE_CC,
  FLUID_MIDI_ROUTER_RULE_PROG_CHANGE,
  FLUID_MIDI_ROUTER_RULE_PITCH_BEND,
  FLUID_MIDI_ROUTER_RULE_CHANNEL_PRESSURE,
  FLUID_MIDI_ROUTER_RULE_KEY_PRESSURE,
  FLUID_MIDI_ROUTER_RULE_COUNT
};
enum {
  FLUID_SEQ_NOTE,
  FLUID_SEQ_NOTEON,
  FLUID_SEQ_NOTEOFF,
  FLUID_SEQ_ALLSOUNDSOFF,
  FLUID_SEQ_ALLNOTESOFF,
  FLUID_SEQ_BANKSELECT,
  FLUID_SEQ_PROGRAMCHANGE,
  FLUID_SEQ_PROGRAMSELECT,
  FLUID_SEQ_PITCHBEND,
  FLUID_SEQ_PITCHWHEELSENS,
  FLUID_SEQ_MODULATION,
  FLUID_SEQ_SUSTAIN,
  FLUID_SEQ_CONTROLCHANGE,
  FLUID_SEQ_PAN,
  FLUID_SEQ_VOLUME,
  FLUID_SEQ_REVERBSEND,
  FLUID_SEQ_CHORUSSEND,
  FLUID_SEQ_TIMER,
  FLUID_SEQ_CHANNELPRESSURE,
  FLUID_SEQ_KEYPRESSURE,
  FLUID_SEQ_SYSTEMRESET,
  FLUID_SEQ_UNREGISTERING,
  FLUID_SEQ_SCALE,
  FLUID_SEQ_LASTEVENT
};

typedef void (*fluid_log_function_t)(int level, const char *message, void *data);
typedef void (*fluid_settings_foreach_t)(void *data, const char *name, int type);
typedef void (*fluid_settings_foreach_option_t)(void *data, const char *name, const char *option);
typedef int (*handle_midi_event_func_t)(void *data, fluid_midi_event_t *event);
typedef int (*handle_midi_tick_func_t)(void *data, int tick);
typedef void (*fluid_event_callback_t)(unsigned int time, fluid_event_t *event, fluid_sequencer_t *seq, void *data);
typedef int (*fluid_audio_func_t)(void *data, int len, int nfx, float **fx, int nout, float **out);
typedef fluid_sfont_t *(*fluid_sfloader_load_t)(fluid_sfloader_t *loader, const char *filename);
typedef void (*fluid_sfloader_free_t)(fluid_sfloader_t *loader);
typedef void *(*fluid_sfloader_callback_open_t)(const char *filename);
typedef int (*fluid_sfloader_callback_read_t)(void *buf, long long count, void *handle);
typedef int (*fluid_sfloader_callback_seek_t)(void *handle, long long offset, int origin);
typedef int (*fluid_sfloader_callback_close_t)(void *handle);
typedef long long (*fluid_sfloader_callback_tell_t)(void *handle);

/* Passes a message to the function that the program has set for its level. Thread: any. */
void cfluidsynth_log(int level, const char *message);
/* Logs a message of FLUID_WARN once for each name: that the function `name` does nothing here, and why. Thread: any. */
void cfluidsynth_refuse(const char *name, const char *reason);

#endif
